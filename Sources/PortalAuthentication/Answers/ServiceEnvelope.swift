package import JSONValues

/// The error that a portal or server put into a JSON answer, whichever shape it chose.
///
/// Shapes: `{"error":{…}}` (developers.arcgis.com/rest/users-groups-and-items/common-parameters), the administrator's
/// `{"status":"error","messages":[…],"code":…}` (developers.arcgis.com/rest/enterprise-administration/server/operationresponse.htm),
/// a top-level `code` and `message`, and OAuth's `error` with `error_description` (RFC 6749 §5.2).
package struct ServiceEnvelope: Sendable, Hashable {
    package var code: Int?
    package var messageCode: String?
    package var subcode: Int?
    package var message: String?
    package var details: [String] = []
    /// OAuth's error word.
    package var word: String?

    /// Finds an error in an answer; nil where it is none.
    package init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        if let error = members["error"], !error.isNull {
            if case .string(let word) = error {
                self.init(members: members)
                self.word = word
                message = members["error_description"]?.string ?? message ?? word
            } else if case .object(let inner) = error {
                self.init(members: inner)
                word = inner["error"]?.string
                if message == nil { message = inner["error_description"]?.string }
            } else {
                return nil
            }
        } else if let status = members["status"]?.string?.lowercased(), ["error", "failed", "failure"].contains(status)
        {
            self.init(members: members)
            if code == 200 { code = nil }
            if message == nil { message = members["statusMessage"]?.string }
            let messages = Self.texts(members["messages"])
            if message == nil { message = messages.first }
            details += messages.dropFirst()
        } else if let code = Self.number(members["code"]), code >= 400, members["message"] != nil {
            self.init(members: members)
        } else {
            return nil
        }
    }

    private init(members: [String: JSONValue]) {
        code = Self.number(members["code"])
        subcode = Self.number(members["subcode"])
        messageCode = members["messageCode"]?.string
        message = members["message"]?.string
        details = Self.texts(members["details"])
    }

    /// Everything that was said, in lower case, to look for words where a code says too little.
    package var words: String { ([message ?? ""] + details).joined(separator: " ").lowercased() }

    private static func number(_ value: JSONValue?) -> Int? {
        guard let value else { return nil }
        return value.integer.flatMap { Int(exactly: $0) } ?? value.string.flatMap { Int($0) }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.compactMap(\.string)
        default: []
        }
    }
}
