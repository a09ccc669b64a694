import Testing

@testable import HTTPSemantics

@Suite struct `Extended parameter values` {
    /// The example of RFC 8187 §3.2.3.
    @Test func `are written and read as RFC 8187 does`() {
        #expect(ExtendedValue.encode("£ and € rates") == "UTF-8''%C2%A3%20and%20%E2%82%AC%20rates")
        #expect(ExtendedValue.decode("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates") == "£ and € rates")
        #expect(ExtendedValue.decode("utf-8'en'rates") == "rates")
    }

    @Test(arguments: [
        "iso-8859-1'en'%A3%20rates", "UTF-8'en", "UTF-8''a b", "UTF-8''%", "UTF-8''%4", "UTF-8''%FF", "plain",
    ])
    func `are refused where they break the grammar`(value: String) {
        #expect(ExtendedValue.decode(value) == nil)
    }

    @Test func `are read leniently in forms`() {
        #expect(ExtendedValue.decodeLeniently(Array("utf-8''a b%4%41".utf8)) == Array("a b%4A".utf8))
        #expect(ExtendedValue.decodeLeniently(Array("iso-8859-1''a".utf8)) == nil)
    }
}
