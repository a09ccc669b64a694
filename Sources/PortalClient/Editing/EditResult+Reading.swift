internal import JSONValues
internal import PortalAuthentication

extension EditResult {
    /// Reads a result; nil for what says nothing of success, which is neither one nor the other.
    init?(_ json: JSONValue) {
        guard let isSuccess = json.flag("success") else { return nil }
        let error = json["error"]
        self.init(
            objectID: json.number("objectId") ?? json.number("objectid"), globalID: json.text("globalId"),
            error: isSuccess
                ? nil
                : EditError(
                    code: error?.number("code").flatMap { Int(exactly: $0) } ?? -1,
                    message: error?.text("description") ?? error?.text("message") ?? "the service gives no reason"))
    }

    /// Reads the results of one kind of edit, one for each that was sent; throws where that is not what came.
    static func list(
        _ json: JSONValue?, _ member: String, count: Int?, at url: HTTPURL
    ) throws(PortalError) -> [EditResult] {
        let elements = json?[member]?.array ?? []
        let results = elements.compactMap { EditResult($0) }
        guard results.count == elements.count, count == nil || results.count == count,
            count != nil || json?[member]?.array != nil
        else {
            let wanted = count.map { "\($0) results" } ?? "results"
            throw PortalError(
                .unexpectedContent, url: url,
                detail:
                    "the answer to an edit has no \(wanted) in \(member), but \(results.count); the edit may have been "
                    + "made: look at the features before you send it again")
        }
        return results
    }
}
