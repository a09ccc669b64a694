/// Why a portal cannot be judged at all: nothing answers, or something that is no portal.
package struct ConformanceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was seen, in one line without secrets.
    package let description: String

    init(_ description: String) { self.description = description }
}
