internal import JSONValues
internal import PortalJudge

/// One change of the portal's content on behalf of the user who sent the request.
///
/// An operation is a `Route.write` whose endpoint calls ``perform(_:_:)``: the body looks at the world, asks ``require(_:)`` and its
/// neighbours, and changes the world; what it throws is the answer, and nothing is changed then.
struct ContentWrite {
    let request: EndpointRequest
    /// Who asks, as the world knows them.
    let user: PortalContent.User
    let sharing: Sharing
    private let privileges: Privileges

    /// Portal time in milliseconds.
    var time: Int64 { request.time }
    var limits: ResourceLimits { request.site.limits }

    /// Why an operation that changes something is not carried out, whatever it is about; nil where it is.
    static func refusal(_ request: EndpointRequest) -> PortalReply? {
        guard request.method == "POST" else {
            return .failure(.methodNotSupported, "method", "content is changed by POST only", cause: .method)
        }
        guard let type = request.body.unreadType else { return nil }
        let words = "the body is of the type \(BodyProblem.quoted(type)); a change is parameters of a form"
        return .failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), "body", words,
            cause: .body)
    }

    /// Changes the content as a whole, and answers with what the body gives.
    static func perform(
        _ request: EndpointRequest,
        _ body: (inout PortalContent.World, ContentWrite) throws(WriteRefusal) -> JSONValue
    ) throws(BlueprintError) -> PortalReply {
        let outcome = try request.content.change { world throws(WriteRefusal) in
            let sharing = Sharing(request, in: world)
            if let refusal = sharing.refusal() { throw WriteRefusal(refusal) }
            guard let name = request.viewer.name, let user = world.users.named(name) else {
                throw .permission("\(request.viewer) may change nothing", cause: request.viewer.missingToken)
            }
            let write = ContentWrite(request: request, user: user, sharing: sharing, privileges: user.privileges)
            let before = WorldSize(world)
            let answer = try body(&world, write)
            try WorldSize(world).check(against: before, write.limits)
            return answer
        }
        switch outcome {
        case .success(let document): return .document(document)
        case .failure(let refusal): return refusal.reply
        }
    }

    /// Throws where the user has not got a privilege.
    func require(_ privilege: Privilege) throws(WriteRefusal) {
        guard !privileges.contains(privilege) else { return }
        throw .permission("\(user.name) has not got the privilege \(privilege.rawValue)")
    }

    /// Whether the user has a privilege.
    func has(_ privilege: Privilege) -> Bool { privileges.contains(privilege) }

    /// Whether the user has a privilege over what belongs to other members of an organization.
    func administers(_ organization: String?, by privilege: Privilege) -> Bool {
        organization != nil && organization == user.organization && has(privilege)
    }

    /// The user whom the path names first, whose content is the asking user's own or in their hand by a privilege.
    func owner(
        in world: PortalContent.World, by privilege: Privilege
    ) throws(WriteRefusal) -> PortalContent.User {
        guard let owner = world.users.named(request.captures[0]) else {
            throw WriteRefusal(.noUser, "there is no user \(BodyProblem.quoted(request.captures[0]))")
        }
        guard owner.name == user.name || administers(owner.organization, by: privilege) else {
            throw .permission("\(user.name) may not change the content of \(owner.name)")
        }
        return owner
    }
}

extension Viewer {
    /// The cause of a refusal of those who have not signed in; nil for others.
    fileprivate var missingToken: Journal.Cause? { self == .anonymous ? .tokenMissing : nil }
}
