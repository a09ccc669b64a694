internal import Platform

/// Why the system would not do something with a file.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number, as `ENOSPC`.
    public let number: Int32

    /// Takes a number of `errno`.
    public init(number: Int32) { self.number = number }

    /// The system's own words.
    public var description: String { String(cString: strerror(number)) }
}
