/// A body that lies somewhere and is read piece by piece while it is sent, by any number of connections at once.
package protocol StoredBody: Sendable {
    /// How many bytes it has.
    var count: Int { get }
    /// All of it; nil where it cannot be read.
    var bytes: [UInt8]? { get }
    /// Reads some bytes from a place on and gives their number, at least 1; nil where they cannot be read.
    ///
    /// It is asked on a listener's thread, so it must not wait for anything but the disk.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
}
