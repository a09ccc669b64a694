/// Why a request is refused for its head alone, before anything in it is believed.
package struct HeadFault: Equatable, Sendable {
    /// The status that it is refused with.
    package let status: Int
    /// What is wrong, in words.
    package let reason: String

    /// Refuses with 400 (RFC 9110 §15.5.1), unless another status is given.
    package init(_ reason: String, status: Int = 400) {
        self.status = status
        self.reason = reason
    }
}
