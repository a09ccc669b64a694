internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension MessageWriter {
    /// The members that name one request to a service.
    func members(of request: ServiceRequest) throws -> [String: JSONValue] {
        var url = scenarioPortal.url(ofService: request.url ?? request.service)
        var members = try request.credential.map { try ownCredential($0, for: url) } ?? [:]
        var fields = request.form.map { ($0.name, scenarioPortal.placeholders.filled($0.value)) }
        if let layer = request.layer { url += "/\(layer)" }
        if request.isQuery {
            url += request.layer == nil ? "/0/query" : "/query"
            fields += [("where", "1=1"), ("outFields", "*")]
        }
        members["url"] = .string(url)
        members["method"] = .string(request.method)
        if !fields.isEmpty {
            members["form"] = .object(Dictionary(fields.map { ($0.0, .string($0.1)) }) { $1 })
        }
        if request.isData { members["data"] = true }
        if let name = request.key { members["apiKey"] = .string(try key(name)) }
        return members
    }

    /// The members that name a request's own credential.
    ///
    /// The same one has one password from its first request on, as a layer keeps its credential while the account's changes.
    private func ownCredential(_ input: CredentialInput, for url: String) throws -> [String: JSONValue] {
        var members = try credential(input)
        guard input.password == .right, let password = members["password"]?.string else { return members }
        let place = (try? HTTPURL(url)).flatMap { ServerContext($0) }?.description ?? ""
        let key = "\(input.username ?? input.user ?? "") \(input.tokenURL) \(place)"
        members["password"] = .string(ownPasswords[key] ?? password)
        ownPasswords[key] = ownPasswords[key] ?? password
        return members
    }

    /// The members that name a file to attach.
    func members(of plan: AttachmentPlan) throws -> [String: JSONValue] {
        attachments += 1
        let file = try sandbox.write(Data(plan.content), as: "attachment-\(attachments)")
        var members: [String: JSONValue] = [
            "file": .string(file), "name": .string(plan.name), "type": .string(plan.type),
        ]
        members["keywords"] = plan.keywords.map { .string($0) }
        members["id"] = plan.id.map { .integer($0) }
        return members
    }
}
