/// A path, or a name in a folder, as the system has it: bytes in whatever encoding, without a zero (POSIX.1-2017, XBD 3.170).
///
/// A `String` repairs what is not UTF-8, and the repaired name is that of no file.
package struct BytePath: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The bytes, without the zero at their end.
    package let bytes: [UInt8]

    /// Takes bytes as the system gives them.
    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Takes the bytes of a text.
    package init(_ text: String) { self.init(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The text to show; what is not UTF-8 is replaced in it.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the text is the path itself.
    package var isText: Bool { description.utf8.elementsEqual(bytes) }

    /// The path of an entry of this folder.
    package func appending(_ name: BytePath) -> BytePath { BytePath(bytes + [UInt8(ascii: "/")] + name.bytes) }

    /// Whether it begins with a text.
    package func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

    /// Runs a body with the bytes as C has them.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { room in
            for (index, byte) in bytes.enumerated() { room.initializeElement(at: index, to: CChar(bitPattern: byte)) }
            room.initializeElement(at: bytes.count, to: 0)
            return body(UnsafePointer(room.baseAddress.unsafelyUnwrapped))
        }
    }

    package static func < (one: BytePath, other: BytePath) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}
