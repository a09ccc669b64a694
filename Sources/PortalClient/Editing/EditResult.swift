/// What came of the edit of one feature (developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer/).
public struct EditResult: Sendable, Hashable {
    /// The feature's object id; nil where the service gives none, as for a feature that could not be added.
    public let objectID: Int64?
    /// The feature's global id; nil where the layer has none.
    public let globalID: String?
    /// Why the edit was not made; nil where it was.
    public let error: EditError?

    /// Puts a result together.
    public init(objectID: Int64?, globalID: String? = nil, error: EditError? = nil) {
        self.objectID = objectID
        self.globalID = globalID
        self.error = error
    }

    /// Whether the edit was made.
    public var isSuccess: Bool { error == nil }

    /// The object id of the feature, or the error where the edit was not made.
    public func get() throws(EditError) -> Int64? {
        if let error { throw error }
        return objectID
    }
}

/// Why a service did not make one edit.
public struct EditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The service's number for it, such as 1019; -1 where it gives none.
    public let code: Int
    /// The service's words for it.
    public let message: String

    /// Puts an error together.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the edit itself was in order and was undone because another one of the request failed.
    public var isRolledBack: Bool { code == 1003 }

    /// Number and words.
    public var description: String { "the service did not make the edit: \(message) (\(code))" }
}
