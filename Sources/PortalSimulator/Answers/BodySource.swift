/// A body that is made piece by piece while it is sent.
///
/// It is asked on a listener's thread whenever the client can take more, so it must not wait; what it keeps meanwhile is all that a
/// slow reader costs.
package protocol BodySource: AnyObject, Sendable {
    /// Fills a buffer with the next bytes and gives their number; nil at the end, never 0.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int?
}
