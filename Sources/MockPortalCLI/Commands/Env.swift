import ArgumentParser
import HTTPSemantics
import Platform
import ScenarioFormat

/// `mockportal env`: the shell lines that make other programs trust the test authority.
struct Env: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the shell lines that make curl, Python, Node and Java trust the test authority.",
        discussion: """
            The variables replace the usual authorities of curl, OpenSSL and Python, and add to Node's: use them in the \
            shell that talks to the fake portal, not in your profile.

            Example:
              eval "$(mockportal env --certs mockportal-certs)"
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case sh
        case fish
    }

    @Option(help: ArgumentHelp("Print lines for this shell.", valueName: "shell"))
    var shell = Shell.sh

    @Option(
        help: ArgumentHelp(
            "Use the authority kept in this folder, as written by certs or serve --certs.", valueName: "folder"),
        completion: .directory)
    var certs = "mockportal-certs"

    @Option(
        help: ArgumentHelp("Use this authority file instead, as printed by serve.", valueName: "file"),
        completion: .file())
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Send them through this proxy too, as the proxyURL that serve --stand-in tells.", valueName: "url"))
    var proxy: String?

    func validate() throws {
        guard let proxy else { return }
        let rest = proxy.hasPrefix("http://") ? proxy.dropFirst("http://".count) : ""
        let isPlain = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/@?#\\\"' ".utf8.contains($0) }
        guard isPlain, Origin(ofURL: proxy)?.scheme == "http" else {
            throw ValidationError("--proxy \(VisibleText.line(proxy)): a proxy is told as http://host:port")
        }
    }

    func run() throws {
        let file = caFile ?? "\(certs)/ca.pem"
        guard access(file, R_OK) == 0 else {
            throw CommandFailure(
                "\(file) cannot be read; make an authority with: mockportal certs --out \(certs)", .couldNotJudge)
        }
        let path = OutputFile.absolute(file)
        guard VisibleText.line(path) == path else {
            throw CommandFailure(
                "\(path) holds a character that cannot be printed as part of a shell line; give the folder another name",
                .couldNotJudge)
        }
        for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"] {
            Console.say(assignment(name, path))
        }
        if let proxy {
            // Programs differ in the case that they read; curl reads http_proxy in lower case only (curl(1)).
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY"] { Console.say(assignment(name, proxy)) }
            for name in ["no_proxy", "NO_PROXY"] { Console.say(assignment(name, "localhost,127.0.0.1,::1")) }
            // nodejs.org › CLI › NODE_USE_ENV_PROXY
            Console.say(assignment("NODE_USE_ENV_PROXY", "1"))
        }
        // Java reads no PEM: its key store is made where its keytool is.
        let store = path + ".p12"
        let quoted = (word(path), word(store))
        let make =
            "keytool -importcert -noprompt -alias mockportal -file \(quoted.0) -keystore \(quoted.1) -storetype PKCS12 -storepass mockportal >/dev/null 2>&1"
        let options =
            "\(Self.javaWord("-Djavax.net.ssl.trustStore=\(store)")) -Djavax.net.ssl.trustStorePassword=mockportal"
            + javaProxy
        switch shell {
        case .sh:
            Console.say(
                "if command -v keytool >/dev/null; then rm -f \(quoted.1); \(make); \(assignment("JAVA_TOOL_OPTIONS", options)); fi"
            )
        case .fish:
            Console.say(
                "if command -q keytool; rm -f \(quoted.1); \(make); \(assignment("JAVA_TOOL_OPTIONS", options)); end")
        }
    }

    /// The properties by which Java knows a proxy (docs.oracle.com › Java Networking and Proxies).
    private var javaProxy: String {
        guard let origin = proxy.flatMap({ Origin(ofURL: $0) }) else { return "" }
        return ["http", "https"].map { " -D\($0).proxyHost=\(origin.host) -D\($0).proxyPort=\(origin.port)" }.joined()
    }

    private func assignment(_ name: String, _ value: String) -> String {
        switch shell {
        case .sh: "export \(name)=\(word(value))"
        case .fish: "set -gx \(name) \(word(value))"
        }
    }

    private func word(_ text: String) -> String {
        switch shell {
        case .sh: ShellArgument.quoted(text)
        case .fish: ShellArgument.quotedForFish(text)
        }
    }

    /// A word of `JAVA_TOOL_OPTIONS`, which are parted at blanks unless they stand in quotes of either kind
    /// (docs.oracle.com › The JAVA_TOOL_OPTIONS Environment Variable).
    private static func javaWord(_ text: String) -> String {
        guard text.utf8.contains(where: { " '\"".utf8.contains($0) }) else { return text }
        // Scalars: with a combining mark behind it a quotation mark is another `Character`.
        return text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\"\(String($0))\"" }.joined(separator: "'\"'")
    }
}
