import Testing

@testable import PortalAuthentication

struct SystemBrowsers {
    struct Command: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: [String]
        let arguments: [String]
    }

    @Test(arguments: [
        Command(testDescription: "a program", command: ["firefox"], arguments: ["firefox", "https://h.test/?a=1&b"]),
        Command(
            testDescription: "a place for the address", command: ["firefox", "-url", "%s", "-p"],
            arguments: ["firefox", "-url", "https://h.test/?a=1&b", "-p"]),
        Command(
            testDescription: "a place within a word", command: ["x", "--app=%s"],
            arguments: ["x", "--app=https://h.test/?a=1&b"]),
    ])
    func `The address is one argument`(command: Command) {
        #expect(SystemBrowser.arguments(of: command.command, for: "https://h.test/?a=1&b") == command.arguments)
    }

    @Test func `A program that ends well has opened it`() async throws {
        try await SystemBrowser(named: "no-such-program:true").open(try HTTPURL("https://h.test/"))
    }

    @Test func `Programs that fail are named, and nothing is left to a shell`() async throws {
        let browser = SystemBrowser(named: "no-such-program:false:false;true:sh -c")
        let error = await #expect(throws: PortalError.self) {
            try await browser.open(try HTTPURL("https://127.0.0.1:1/"))
        }
        #expect(error?.code == .browserNotOpened)
        for words in ["no-such-program: No such file", "false ended with 1", "false;true: No such file"] {
            #expect(error?.description.contains(words) == true, "\(words)")
        }
    }
}
