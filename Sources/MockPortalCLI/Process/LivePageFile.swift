import HTTPSemantics
import Platform
import PortalAuthentication
import TLSIdentity

/// A file that leads a browser to the live page.
///
/// The page's address is a password, and arguments of programs can be read by everybody on the machine (proc(5), `cmdline`). So the
/// browser is given a file that only its user can read.
struct LivePageFile {
    private let folder: String
    private let address: String

    /// Writes the file; throws where it cannot be written.
    init(leadingTo address: String) throws(CommandFailure) {
        self.address = address
        folder = try OutputFile.makeTemporaryFolder()
        try OutputFile.write(Array(Self.text(address).utf8), to: folder + "/live.html", mode: 0o600)
    }

    /// Starts the browser, and says where to go by hand where none can be started; returns at once.
    func open() {
        let path = OutputFile.absolute(folder + "/live.html")
        Task.detached { [address] in
            do throws(PortalError) {
                try await SystemBrowser().open(address: "file://" + Self.encoded(path))
            } catch {
                let place = SharedOutput(STDERR_FILENO) == nil ? address : "controlURL of --ready-file is its address"
                Console.complain("Warning: \(error.detail): \(place)")
            }
        }
    }

    /// Removes the file.
    func remove() { TemporaryFolders.process.remove(folder) }

    /// The page that leads on.
    static func text(_ address: String) -> String {
        let escaped = MarkupText.escaped(address)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(escaped)">
            <title>mockportal</title>
            </head>
            <body><p><a href="\(escaped)">The live page of this portal</a></p></body>
            </html>

            """
    }

    /// A path as a URL has it (RFC 8089 §2, RFC 3986 §2.1).
    private static func encoded(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
            .joined(separator: "/")
    }
}
