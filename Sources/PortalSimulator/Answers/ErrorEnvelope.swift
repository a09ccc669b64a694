internal import JSONValues

/// A failure as a portal tells it: usually HTTP 200 with an `error` object.
struct ErrorEnvelope: Sendable, Equatable {
    var code: Int
    var messageCode: String?
    var message: String?
    var details = Details.list([])
    var subcode: Int?
    /// The word of RFC 6749 §5.2; nil for what is no answer of OAuth.
    var oauthError: String?

    /// The member `details`: a list mostly, one text from ArcGIS Server's token service.
    enum Details: Sendable, Equatable {
        case list([String])
        case text(String)
    }

    init(
        _ code: Int, _ message: String?, messageCode: String? = nil, details: Details = .list([]), subcode: Int? = nil
    ) {
        self.code = code
        self.messageCode = messageCode
        self.message = message
        self.details = details
        self.subcode = subcode
    }

    /// The failure as a document, in one of the shapes that have been seen; only 498 and 499 have more than one.
    func document(shape: Blueprint.Tokens.Shape) -> JSONValue {
        let isTokenFailure = (code == 498 || code == 499) && oauthError == nil
        if isTokenFailure, shape == .admin {
            let messages = [message ?? ""] + list
            return ["status": "error", "messages": .array(messages.map { .string($0) }), "code": .integer(Int64(code))]
        }
        var error: [String: JSONValue] = ["message": message.map { .string($0) } ?? .null]
        error["code"] = isTokenFailure && shape == .stringCode ? .string(String(code)) : .integer(Int64(code))
        error["messageCode"] = messageCode.map { .string($0) }
        if let oauthError {
            error["error"] = .string(oauthError)
            error["error_description"] = error["message"]
        }
        error["subcode"] = subcode.map { .integer(Int64($0)) }
        switch details {
        case .list(let texts): error["details"] = .array(texts.map { .string($0) })
        case .text(let text): error["details"] = .string(text)
        }
        if isTokenFailure, shape == .nullDetails { error["details"] = .null }
        return ["error": .object(error)]
    }

    /// The HTTP status that goes with it.
    func status(shape: Blueprint.Tokens.Shape, strict: Bool) -> Int {
        if shape == .status, code == 498 || code == 499 { return code }
        return strict && (400...599).contains(code) ? code : 200
    }

    var list: [String] {
        switch details {
        case .list(let texts): texts
        case .text(let text): [text]
        }
    }
}

extension ErrorEnvelope {
    /// The spelling of the tier that refuses a token.
    static func invalidToken(onServer: Bool, byReferer: Bool = false) -> ErrorEnvelope {
        // Esri/arcgis-powershell-dsc issue 464 has the two sentences, from a portal 11.1.
        if byReferer {
            return ErrorEnvelope(
                498, "Invalid Token.",
                details: .list([
                    "Token would have expired, regenerate token and send the request again.",
                    "If the token is generated based on the referrer make sure the referrer information is available with every request in header.",
                ]))
        }
        return ErrorEnvelope(498, onServer ? "Invalid Token" : "Invalid token.")
    }

    /// A refusal of `oauth2/…`: the word and the description stand inside the portal's own envelope.
    static func oauth(_ error: String, _ description: String, code: Int = 400) -> ErrorEnvelope {
        var envelope = ErrorEnvelope(code, description)
        envelope.oauthError = error
        return envelope
    }

    static let tokenRequired = ErrorEnvelope(499, "Token Required")
    static let noPermission = ErrorEnvelope(
        403, "You do not have permissions to access this resource or perform this operation.",
        messageCode: "GWM_0003")
    static let notLoggedIn = ErrorEnvelope(400, "Not logged in.", messageCode: "COM_0019")
    static let noItem = ErrorEnvelope(400, "Item does not exist or is inaccessible.", messageCode: "CONT_0001")
    static let noUser = ErrorEnvelope(400, "User does not exist or is inaccessible.", messageCode: "COM_0018")
    static let noGroup = ErrorEnvelope(400, "Group does not exist or is inaccessible.", messageCode: "COM_0003")
    static let noOrganization = ErrorEnvelope(400, "Organization does not exist or is inaccessible.")
    static let noResource = ErrorEnvelope(400, "Resource does not exist or is inaccessible.")
    static let noFolder = ErrorEnvelope(400, "Folder does not exist or is inaccessible.")
    /// What `addItem` and its neighbours say of a folder (Esri/solution.js, `packages/…/test`, and Esri/arcgis-rest-js issue 236).
    static let noUserFolder = ErrorEnvelope(400, "User folder does not exist.", messageCode: "CONT_0004")
    /// Esri/solution.js, `createItemTemplate.test.ts`.
    static let noItemInfo = ErrorEnvelope(
        400, "Item info file does not exist or is inaccessible.", messageCode: "CONT_0036",
        details: .list(["Error getting Item Info from DataStore"]))
    static let noInvitation = ErrorEnvelope(400, "Invitation does not exist or is inaccessible.")
    static let noComment = ErrorEnvelope(400, "Comment does not exist or is inaccessible.")
    static let invalidURL = ErrorEnvelope(400, "Invalid URL", messageCode: "GWM_0002")
    /// What a service says of an operation that it does not have (CartoDB/cartodb issue 11544).
    static let unsupportedOperation = ErrorEnvelope(
        400, "Requested operation is not supported by this service.",
        details: .list(["The requested capability is not supported."]))
    /// What a service says of a layer that it does not have (asked of sampleserver6.arcgisonline.com).
    static func noLayer(_ id: String) -> ErrorEnvelope {
        ErrorEnvelope(
            400, "Invalid or missing input parameters.", details: .list(["Invalid Layer or Table ID: \(id)."]))
    }
    static let methodNotSupported = ErrorEnvelope(405, "Method not supported")
    /// Esri/arcgis-js-api `request.js` repeats a request over https on subcode 4.
    static let sslRequired = ErrorEnvelope(403, "SSL required", subcode: 4)
}
