/// What ties a context to the channel below it (RFC 2743 §1.1.6): application data alone, as TLS has it.
package struct GSSChannelBindings: Sendable, Hashable {
    /// The application data: a channel binding type, a colon, and the type's data (RFC 5056 §2.1).
    package let applicationData: [UInt8]

    /// Gives the bindings of a TLS server's certificate by the digest of it (RFC 5929 §4).
    package static func tlsServerEndPoint(_ certificateHash: [UInt8]) -> GSSChannelBindings {
        GSSChannelBindings(applicationData: Array("tls-server-end-point:".utf8) + certificateHash)
    }

    /// Runs a body with the `gss_channel_bindings_struct`: no addresses.
    func withStructure<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        let data = GSSLayout.copy(applicationData)
        let structure = GSSLayout.allocate([
            .number(0), .size(0), .pointer(nil), .number(0), .size(0), .pointer(nil), .size(applicationData.count),
            .pointer(data),
        ])
        defer {
            structure.deallocate()
            data.deallocate()
        }
        return body(structure)
    }
}

extension GSSChannelBindings? {
    func withStructure<Result>(_ body: (UnsafeMutableRawPointer?) -> Result) -> Result {
        guard let self else { return body(nil) }
        return self.withStructure { body($0) }
    }
}
