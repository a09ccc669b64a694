import ChildProcess
import Foundation
import TestFolders

/// A browser that is not ours: curl and a few lines of shell, for `$BROWSER`. It opens the sign-in page, does what a
/// user would do there, and follows where the page leads.
struct ShellBrowser: ~Copyable {
    /// What the user does at the sign-in page.
    enum Deed: String { case signIn = "sign-in", cancel, wrongPassword = "wrong-password" }

    private let folder: TemporaryFolder
    /// What the last page showed, once the browser has left: a program that it answered may have ended before.
    var lastPage: String {
        get async {
            while !FileManager.default.fileExists(atPath: folder.path + "/left"), !Task.isCancelled {
                await Task.yield()
            }
            return (try? String(contentsOfFile: folder.path + "/page.html", encoding: .utf8)) ?? ""
        }
    }
    /// Whether it was opened at all.
    var wasOpened: Bool { FileManager.default.fileExists(atPath: folder.path + "/opened") }
    /// What the program has to find in its environment.
    let environment: [String: String]

    init(_ serving: Serving, _ deed: Deed = .signIn) throws {
        let folder = try TemporaryFolder()
        let script = try ProgramFile.write(Self.script, to: folder.path + "/browser.sh")
        try Data(serving.password().utf8).write(to: URL(fileURLWithPath: folder.path + "/password"))
        environment = [
            "BROWSER": script, "BROWSER_CA": serving.caFile, "BROWSER_DEED": deed.rawValue,
            "BROWSER_FOLDER": folder.path, "BROWSER_PORTAL": serving.url,
        ]
        self.folder = folder
    }

    private static let script = """
        #!/bin/sh
        set -eu
        cd "$BROWSER_FOLDER"
        touch opened
        trap 'touch left' EXIT
        fetch() { curl -sS --max-time 120 --cacert "$BROWSER_CA" --cookie-jar cookies --cookie cookies "$@"; }
        fetch -o page.html "$1"
        state=$(sed -n 's/.*"oauth_state": *"\\([^"]*\\)".*/\\1/p' page.html | head -n 1)
        post() {
            fetch -o page.html -w '%{redirect_url}' --data-urlencode "oauth_state=$state" "$@" \\
                "$BROWSER_PORTAL/sharing/rest/oauth2/signin"
        }
        case $BROWSER_DEED in
        sign-in) next=$(post --data-urlencode username=alice --data-urlencode password@password) ;;
        wrong-password) next=$(post --data-urlencode username=alice --data-urlencode password=wrong) ;;
        cancel) next=$(post --data-urlencode cancel=true) ;;
        esac
        [ -n "$next" ] || exit 7
        fetch -o page.html "$next"
        """
}
