import GSSAPI
import Platform
import Testing

@Suite struct GSSLibraries {
    @Test func `a library that is not there is told with what brings it`() {
        let error = #expect(throws: GSSError.self) { try GSSLibrary(at: ["/nowhere/libgssapi_krb5.so.2"]) }
        #expect(error?.reason == .libraryMissing)
        #expect(error?.description.contains("/nowhere/libgssapi_krb5.so.2") == true)
        #expect(error?.description.contains("libgssapi-krb5-2") == true)
    }

    @Test func `a library that lacks a function is none`() {
        #expect(throws: GSSError.self) { try GSSLibrary(at: ["libc.so.6"]) }
    }

    @Test func `a cache without tickets is told as no ticket`() async throws {
        let initiator = GSSInitiator(
            host: "gis.example.com", source: .cache("FILE:/nowhere/krb5cc"), library: try GSSLibrary.shared())
        let error = await #expect(throws: GSSError.self) { try await initiator.step(nil) }
        #expect(error?.reason == .noTicket, "\(error?.description ?? "")")
        #expect(error?.words.isEmpty == false)
    }

    @Test func `a keytab that is not there is told as that`() throws {
        let library = try GSSLibrary.shared()
        let error = #expect(throws: GSSError.self) {
            try GSSCredential.acceptor(keytab: "/nowhere/http.keytab", library: library)
        }
        #expect(error?.reason == .keytab, "\(error?.description ?? "")")
        let other = #expect(throws: GSSError.self) {
            try GSSCredential.initiator(
                .keytab(
                    path: "/nowhere/alice.keytab", principal: "alice@EXAMPLE.COM", cache: GSSTicketCaches().name("", "")
                ), library: library)
        }
        #expect(other?.description.contains("alice@EXAMPLE.COM") == true)
    }
}
