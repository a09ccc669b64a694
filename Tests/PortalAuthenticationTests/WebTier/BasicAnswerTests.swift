import HTTPSemantics
import PortalAuthentication
import Testing

@Suite struct `Basic answers` {
    @Test(arguments: [
        ("RFC 7617 §2", "Aladdin", "open sesame", false, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("RFC 7617 §2.1", "test", "123£", true, "Basic dGVzdDoxMjPCow=="),
        ("ISO 8859-1 where no charset is named", "test", "123£", false, "Basic dGVzdDoxMjOj"),
        ("UTF-8 for what ISO 8859-1 has not", "test", "123€", false, "Basic dGVzdDoxMjPigqw="),
        ("colons in a password", "a", ":b:", false, "Basic YTo6Yjo="),
        ("both digits that base64url has not", "a", "~?>~~", true, "Basic YTp+Pz5+fg=="),
        ("nothing", "", "", false, "Basic Og=="),
    ])
    func `are those of the vectors`(
        _ name: String, _ user: String, _ password: String, _ isUTF8: Bool, _ expected: String
    ) throws {
        let value = try BasicAnswer.fieldValue(username: user, password: Secret(password), charsetUTF8: isUTF8)
        #expect(value.reveal { $0 } == expected, "\(name)")
        #expect("\(value)" == "***")
    }

    @Test(arguments: [("hush:b", "p"), ("hush\u{0}", "p"), ("a", "hush\n"), ("a", "hush\u{85}")])
    func `are refused for what Basic cannot carry`(_ user: String, _ password: String) {
        #expect {
            try BasicAnswer.fieldValue(username: user, password: Secret(password), charsetUTF8: true)
        } throws: { error in
            let error = error as? PortalError
            return error?.code == .invalidArgument && error?.description.contains("hush") == false
        }
    }
}
