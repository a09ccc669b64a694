import HTTPSemantics
import PortalTransport
import Testing

@testable import PortalAuthentication

/// Passwords that a server puts into the address of a redirect.
@Suite struct `A redirect with a password in its address` {
    private func next(
        _ location: String, from url: String = "https://h.test/portal/a", password: String = "hunter2hunter2"
    ) throws(PortalError) -> WireRequest? {
        guard let url = HTTPURL(parsing: url) else { return nil }
        return try RedirectRule.next(
            after: HTTPResponse(status: 302, headers: [HeaderField("Location", location)]),
            to: WireRequest(method: "GET", url: url), passwords: [Secret("another one"), Secret(password)])
    }

    @Test(arguments: [
        "https://hunter2hunter2.h.test/", "http://HUNTER2hunter2.h.test/", "/portal/hunter2hunter2/x",
        "/hunter2%68unter2",
    ]) func `is not followed, and the password is not told`(_ location: String) throws {
        let error = #expect(throws: PortalError.self) { try next(location) }
        #expect(error?.code == .redirectRefused && error?.description.contains("holds a password") == true)
        #expect(error?.description.lowercased().contains("hunter2") == false)
    }

    @Test(arguments: [
        ("/home/b", "https://h.test/portal/a", "home"),
        ("/sharing.portal/b", "https://h.test/sharing.portal/a", "sharing.portal"),
        ("/b?x=hunter2hunter2", "https://h.test/portal/a", "hunter2hunter2"),
    ]) func `is followed where it is there by chance, or where addresses are not told`(
        _ location: String, _ url: String, _ password: String
    ) throws {
        #expect(try next(location, from: url, password: password) != nil)
    }
}
