import Testing

@testable import FeatureEngine

@Suite struct `Global ids` {
    @Test func `are read with and without braces, in any case`() {
        let text = "{6B29FC40-CA47-1067-B31D-00DD010662DA}"
        for written in [text, text.lowercased(), "6b29fc40-ca47-1067-b31d-00dd010662da"] {
            #expect(GlobalID(written)?.text == text)
        }
    }

    @Test(arguments: [
        "", "{}", "6B29FC40CA471067B31D00DD010662DA", "{6B29FC40-CA47-1067-B31D-00DD010662DG}",
        "{6B29FC40-CA47-1067-B31D-00DD010662DA", "{6B29FC4-0CA47-1067-B31D-00DD010662DA}",
    ])
    func `are nothing else`(written: String) { #expect(GlobalID(written) == nil) }

    @Test func `are made of any bits, with version and variant`() throws {
        struct Fixed: RandomNumberGenerator {
            let number: UInt64
            mutating func next() -> UInt64 { number }
        }
        var none = Fixed(number: 0)
        var all = Fixed(number: .max)
        #expect(GlobalID(using: &none).text == "{00000000-0000-4000-8000-000000000000}")
        #expect(GlobalID(using: &all).text == "{FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF}")
        #expect(GlobalID(GlobalID(using: &all).text) != nil)
    }
}
