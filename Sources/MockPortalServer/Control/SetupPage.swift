internal import HTTPSemantics
internal import TLSIdentity

/// The words of the set-up page.
enum SetupPage {
    /// The whole page; both URLs are escaped, and the fingerprint is that of the authority's certificate. Client certificates are told of where there are files of them.
    static func text(
        portalURL: String, setupURL: String, fingerprint: String, identityFiles: [String] = [],
        standIn: ReadyDocument.StandIn? = nil
    ) -> String {
        let portal = MarkupText.escaped(portalURL), here = MarkupText.escaped(setupURL)
        var sections = devices.map { section($0, here) }
        if let standIn { sections.insert(section(standIn), at: 0) }
        if !identityFiles.isEmpty {
            let links = identityFiles.map { "<a href=\"/\(MarkupText.escaped($0))\">\(MarkupText.escaped($0))</a>" }
            sections.append(
                """
                <h2>Client certificates</h2>
                <p>This portal asks for a client certificate: \(links.joined(separator: ", ")).
                The password of the files is told where the portal was started. Files with 3des in their name are for devices
                that do not read the modern encryption of the others.</p>
                """)
            sections += identityDevices.map { section($0, here) }
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Trust this test portal</title>
            <style>\(style)</style></head>
            <body>
            <h1>Trust this test portal</h1>
            <p>The portal is at <a href="\(portal)">\(portal)</a>. It is a fake for tests, with an authority of its own:
            <a href="/ca.der">ca.der</a> for phones, <a href="/ca.pem">ca.pem</a> for everything else.
            Remove the authority from the device when you are done.</p>
            <p>This page came over plain HTTP, and anyone on the way could have changed it. Before you trust the authority, compare
            the SHA-256 fingerprint that the device shows with the one printed where the portal was started; it should be
            <code>\(MarkupText.escaped(fingerprint))</code></p>
            \(sections.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    /// What is to be known of hosts that are played.
    private static func section(_ standIn: ReadyDocument.StandIn) -> String {
        let hosts = standIn.hosts.map { "<code>\(MarkupText.escaped($0))</code>" }.joined(separator: ", ")
        return """
            <h2>Hosts that are played</h2>
            <p>\(hosts) are played behind the proxy <code>\(MarkupText.escaped(standIn.proxyURL))</code>. As automatic proxy
            configuration, <code>\(MarkupText.escaped(standIn.hostsPACURL))</code> sends these hosts to it, and
            <code>\(MarkupText.escaped(standIn.pacURL))</code> everything, which it refuses.
            They have an authority of their own, which is good for no other host: <a href="/stand-in-ca.der">stand-in-ca.der</a>,
            <a href="/stand-in-ca.pem">stand-in-ca.pem</a>, with the fingerprint
            <code>\(MarkupText.escaped(CertificateSummary.fingerprint(ofHex: standIn.caSHA256)))</code>.
            Trust it in the app under test or in a simulator, and take the proxy out again when you are done.</p>
            """
    }

    /// The one style sheet; nothing else is loaded, run or framed.
    static let policy =
        "default-src 'none'; style-src \(PrivatePage.source(of: style)); base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"

    private static let style =
        "body{font:16px/1.5 sans-serif;max-width:40em;margin:1em auto;padding:0 1em}code{word-break:break-all}"

    private static func section(_ device: Device, _ here: String) -> String {
        let steps = device.steps.map { "<li>\(fill($0, here))</li>" }.joined(separator: "\n")
        return "<h2>\(MarkupText.escaped(device.name))</h2>\n<ol>\n\(steps)\n</ol>"
    }

    private struct Device {
        let name: String
        /// `{…}` marks a command; `HERE` in it is this page's address.
        let steps: [String]
    }

    private static let devices = [
        Device(
            name: "iPhone and iPad",
            steps: [
                "Open this page in Safari and load ca.der; allow the profile.",
                "Settings › General › VPN & Device Management: install the profile.",
                "Settings › General › About › Certificate Trust Settings: switch the authority on.",
            ]),
        Device(
            name: "iOS simulator",
            steps: [
                "{curl -o mockportal-ca.pem HERE/ca.pem}",
                "{xcrun simctl keychain booted add-root-cert mockportal-ca.pem}",
            ]),
        Device(
            name: "macOS",
            steps: [
                "{curl -o mockportal-ca.pem HERE/ca.pem}",
                "{security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db mockportal-ca.pem}",
                "Undo it with {security remove-trusted-cert mockportal-ca.pem}",
            ]),
        Device(
            name: "Android",
            steps: [
                "Load ca.der.",
                "Settings › Security › Encryption & credentials › Install a certificate › CA certificate: choose the file.",
                "An app trusts it only where its network security configuration names user certificates.",
            ]),
        Device(
            name: "curl and others",
            steps: ["{curl --cacert mockportal-ca.pem …}, or {SSL_CERT_FILE=mockportal-ca.pem} in the environment."]),
    ]

    private static let identityDevices = [
        Device(
            name: "A certificate on iPhone and iPad",
            steps: [
                "Open this page in Safari and load alice-3des.p12, or alice.p12 where the system reads it; allow the profile.",
                "Settings › General › VPN & Device Management: install the profile and type the password.",
                "Safari now offers the certificate. Apps do not see it: mail the file to the device, or save it to Files, and import it in the app.",
            ]),
        Device(
            name: "A certificate in the iOS simulator",
            steps: [
                "{curl -O HERE/alice-3des.p12}",
                "Drag the file onto the simulator's window, then install the profile in Settings as on a device.",
            ]),
        Device(
            name: "A certificate on macOS",
            steps: [
                "{curl -O HERE/alice-3des.p12}",
                "{security import alice-3des.p12 -k ~/Library/Keychains/login.keychain-db} asks for the password.",
                "Remove it in Keychain Access › login › My Certificates.",
            ]),
        Device(
            name: "A certificate for curl and others",
            steps: [
                "{curl -O HERE/alice.p12}",
                "{curl --cacert mockportal-ca.pem --cert-type P12 --cert alice.p12:PASSWORD …}",
            ]),
    ]

    private static func fill(_ step: String, _ here: String) -> String {
        // The address is escaped already and holds no brace.
        step.split(separator: "HERE", omittingEmptySubsequences: false)
            .map {
                MarkupText.escaped(String($0)).split(separator: "{", omittingEmptySubsequences: false).joined(
                    separator: "<code>")
            }
            .joined(separator: here)
            .split(separator: "}", omittingEmptySubsequences: false).joined(separator: "</code>")
    }
}
