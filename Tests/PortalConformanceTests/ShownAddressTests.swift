import PortalConformance
import Testing

@Suite struct `An address in an error` {
    @Test(arguments: [
        ("https://gis.test/portal", "https://gis.test/portal"),
        ("https://u:p@gis.test/portal", "https://gis.test/portal"),
        ("https://gis.test/portal?token=t&f=json", "https://gis.test/portal?token=***&f=***"),
        ("https://gis.test/portal?secret", "https://gis.test/portal?***"),
        ("https://gis.test/portal#access_token=t", "https://gis.test/portal#access_token=***"),
        ("https://gis.test/portal?\u{301}token=\u{301}t", "https://gis.test/portal?\u{301}token=***"),
        ("?", "?"), ("", ""),
    ])
    func `has neither user information nor a value of its query`(address: String, shown: String) {
        #expect(ShownAddress.text(of: address).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }
}
