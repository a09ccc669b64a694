import Testing

@testable import PortalAuthentication

@Suite struct `Addresses that are none` {
    struct Case: CustomTestStringConvertible, Sendable {
        let written: String
        let words: String
        /// The address as it may be shown.
        let shown: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Case(
            written: "https://alice:s3cret@gis.test/portal", words: "a user name and a password; leave it out",
            shown: "https://gis.test/portal"),
        Case(
            written: "https://alice@gis.test/portal", words: "a user name; leave it out",
            shown: "https://gis.test/portal"),
        Case(
            written: "https://alice:s3cret/?#1@gis.test/portal", words: "a user name and a password; leave it out",
            shown: "https://gis.test/portal"),
        Case(written: "alice:p@ss@gis.test", words: "a user name and a password", shown: "gis.test"),
        Case(
            written: "https:/alice:s3cret@gis.test/portal", words: "it begins with https:/, where https:// is meant",
            shown: "gis.test/portal"),
        Case(
            written: "https//alice:s3cret@gis.test", words: "it begins with https//, where https:// is meant",
            shown: "gis.test"),
        Case(
            written: "gis.test:1/alice:s3cret@portal", words: "a user name and a password; leave it out",
            shown: "portal"),
        Case(
            written: "https://alice:s3cret\u{FF20}gis.test/", words: "a user name and a password; leave it out",
            shown: "https://gis.test/"),
        Case(
            written: "https://alice:s3cret/", words: "what stands behind the colon is no number",
            shown: "https://alice:***/"),
        Case(
            written: "ftp://gis.test", words: "\"ftp\" is no scheme of a portal; write https", shown: "ftp://gis.test"),
        Case(written: "https:///portal", words: "there is no host in it", shown: "https:///portal"),
        Case(
            written: "https://gis.test:99999/", words: "the port \"99999\" is no number from 1 to 65535",
            shown: "https://gis.test:99999/"),
        Case(
            written: "https://[::1]:99999/", words: "the port \"99999\" is no number from 1 to 65535",
            shown: "https://[::1]:99999/"),
        Case(
            written: "https://[::1]:s3cret/", words: "what stands behind the colon is no number",
            shown: "https://[::1]:***/"),
        Case(written: "https://gis test/", words: "not the address of a portal", shown: "https://gis test/"),
        Case(written: "", words: "not the address of a portal", shown: ""),
    ])
    func `say which part is wrong, and no password`(row: Case) {
        #expect {
            try PortalURL(row.written)
        } throws: { error in
            guard let error = error as? PortalError else { return false }
            return error.code == .invalidArgument && error.detail.contains(row.words)
                && !error.description.contains("s3cret") && !error.description.contains("p@ss")
        }
        #expect(PortalURL.shown(row.written) == row.shown)
    }

    @Test(arguments: [
        ("https://alice:s3cret@gis.test", true), ("alice@gis.test", true), ("ftp://alice:s3cret@gis.test", false),
        ("https://gis test/", false),
    ])
    func `tell whether it is the user name that stands in them`(_ written: String, _ holdsUser: Bool) {
        #expect(PortalURL.holdsUser(written) == holdsUser)
    }

    @Test(arguments: [
        ("https://gis.test/portal", "https://gis.test/portal"),
        ("https://u:p@gis.test/portal", "https://gis.test/portal"),
        ("https://gis.test/portal?token=t&f=json", "https://gis.test/portal?token=***&f=***"),
        ("https://gis.test/portal?secret", "https://gis.test/portal?***"),
        ("https://gis.test/portal#access_token=t", "https://gis.test/portal#access_token=***"),
        ("https://gis.test/portal?\u{301}token=\u{301}t", "https://gis.test/portal?\u{301}token=***"),
        ("https://gis.test:8443/portal", "https://gis.test:8443/portal"),
        ("https://[::1]:8443/portal", "https://[::1]:8443/portal"), ("https:/gis.test", "https:/gis.test"),
        ("?", "?"), ("", ""),
    ])
    func `are shown without user information and values of their query`(address: String, shown: String) {
        #expect(PortalURL.shown(address).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test func `are not those with an @ behind the portal's root`() throws {
        let page = try PortalURL("https://gis.test/portal/home/user.html?user=a@b.test")
        #expect(page.description == "https://gis.test/portal")
    }
}
