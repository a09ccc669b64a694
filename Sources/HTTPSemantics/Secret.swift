/// A value that never prints itself: descriptions, mirrors and interpolations show `***`.
///
/// It has no `Codable` conformance on purpose; a caller that needs the value uses ``reveal(_:)``.
public struct Secret<Value: Sendable & Hashable>: Sendable, Hashable {
    private let value: Value

    /// Hides a value.
    public init(_ value: Value) { self.value = value }

    /// Hands the value to a body that needs it.
    public func reveal<Result, Failure: Error>(_ body: (Value) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(value)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
