internal import Platform

/// How gssapi.h lays structures out: as C does, but packed by two bytes on Macs with Intel's processors.
enum GSSLayout {
    #if canImport(Darwin) && arch(x86_64)
        private static let greatestAlignment = 2
    #else
        private static let greatestAlignment = 8
    #endif

    /// One member of a structure.
    enum Member {
        case number(UInt32)
        case size(Int)
        case pointer(UnsafeMutableRawPointer?)
    }

    /// Allocates a structure with its members' values.
    static func allocate(_ members: [Member]) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: members.count * 8, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: members.count * 8)
        var offset = 0
        func place(_ size: Int) -> UnsafeMutableRawPointer {
            let alignment = min(size, greatestAlignment)
            offset = (offset + alignment - 1) / alignment * alignment
            defer { offset += size }
            return memory + offset
        }
        for member in members {
            switch member {
            case .number(let number): place(4).storeBytes(of: number, as: UInt32.self)
            case .size(let size): place(8).storeBytes(of: size, as: Int.self)
            case .pointer(let pointer): place(8).storeBytes(of: pointer, as: UnsafeMutableRawPointer?.self)
            }
        }
        return memory
    }

    /// Copies bytes that outlive the call; the caller frees them.
    static func copy(_ bytes: some Collection<UInt8>) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyBytes(from: bytes)
        return memory
    }
}

/// An object identifier, or a set of one, as the library asks for: made once and never freed.
struct GSSObject: @unchecked Sendable {
    /// The `gss_OID_desc`.
    let identifier: UnsafeMutableRawPointer
    /// A `gss_OID_set_desc` with it alone.
    let set: UnsafeMutableRawPointer

    /// Keeps an identifier's encoded value (X.690 §8.19).
    init(_ encoded: [UInt8]) {
        identifier = GSSLayout.allocate([.number(UInt32(encoded.count)), .pointer(GSSLayout.copy(encoded))])
        set = GSSLayout.allocate([.size(1), .pointer(identifier)])
    }

    /// 1.3.6.1.5.5.2 (RFC 4178 §3).
    static let spnego = GSSObject([0x2b, 0x06, 0x01, 0x05, 0x05, 0x02])
    /// 1.2.840.113554.1.2.2 (RFC 1964 §1).
    static let kerberos = GSSObject([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 0x01, 0x02, 0x02])
    /// `GSS_C_NT_HOSTBASED_SERVICE`, 1.2.840.113554.1.2.1.4 (RFC 2743 §4.1).
    static let hostBasedService = GSSObject([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 0x01, 0x02, 0x01, 0x04])
    /// `GSS_KRB5_NT_PRINCIPAL_NAME`, 1.2.840.113554.1.2.2.1 (RFC 1964 §2.1.1).
    static let principalName = GSSObject([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 0x01, 0x02, 0x02, 0x01])
}

/// Bytes for the library to read, as a `gss_buffer_desc`.
struct GSSInput: ~Copyable {
    let structure: UnsafeMutableRawPointer
    private let bytes: UnsafeMutableRawPointer

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = GSSLayout.copy(bytes)
        structure = GSSLayout.allocate([.size(bytes.count), .pointer(self.bytes)])
    }

    deinit {
        structure.deallocate()
        bytes.deallocate()
    }
}

/// A `gss_buffer_desc` that the library fills.
struct GSSOutput: ~Copyable {
    let structure = GSSLayout.allocate([.size(0), .pointer(nil)])
    private let functions: GSSFunctions

    init(_ functions: GSSFunctions) { self.functions = functions }

    /// What was written.
    var bytes: [UInt8] {
        let count = structure.load(as: Int.self)
        guard count > 0, let start = structure.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self) else {
            return []
        }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    deinit {
        var minor: UInt32 = 0
        _ = functions.releaseBuffer(&minor, structure)
        structure.deallocate()
    }
}
