internal import Platform

/// Owns a copy of a request body at a fixed address; it may hold a password, so it is wiped at the end.
struct WipedBytes: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ source: [UInt8]) {
        // One byte more than needed: an empty body still has an address.
        bytes = .allocate(byteCount: source.count + 1, alignment: 1)
        bytes.copyBytes(from: source)
    }

    deinit {
        if let address = bytes.baseAddress { Self.wipe(address, count: bytes.count) }
        bytes.deallocate()
    }

    var baseAddress: UnsafeMutableRawPointer? { bytes.baseAddress }

    /// Overwrites memory in a way that the compiler may not leave out.
    static func wipe(_ address: UnsafeMutableRawPointer, count: Int) {
        #if canImport(Darwin)
            memset_s(address, count, 0, count)
        #else
            explicit_bzero(address, count)
        #endif
    }
}
