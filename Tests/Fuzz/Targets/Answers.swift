// properties: Tests/PortalAuthenticationTests/Support/AnswerProperties.swift

/// Gives an HTTP answer to what the client makes of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswers(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = AnswerProperties.violation(by: input) { fatalError(violation) }
    return 0
}
