// properties: Tests/PortalAuthenticationTests/Support/NTLMChallengeProperties.swift

/// Gives a server's NTLM challenge to the client, which answers it or says why not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNTLMChallenges(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = NTLMChallengeProperties.violation(by: input) { fatalError(violation) }
    return 0
}
