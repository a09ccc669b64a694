/// An open file or folder, closed when its value ends.
package struct Descriptor: ~Copyable {
    /// The number that the system's calls take.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
