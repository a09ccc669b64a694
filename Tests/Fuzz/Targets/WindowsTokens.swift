// properties: Tests/PortalSimulatorTests/Support/WindowsTokenProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives a token of NTLM or Negotiate to a portal behind both.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWindowsTokens(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = WindowsTokenProperties.violation(by: input) { fatalError(violation) }
    return 0
}
