import ArgumentParser
import HTTPSemantics
import PortalTransport

/// Which proxy stands between this machine and the servers.
struct ProxyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Go through this proxy, as http://host:3128 or socks5h://host:1080; without it the environment says (http_proxy, https_proxy, all_proxy, no_proxy).",
            valueName: "url"))
    var proxy: String?

    @Option(help: ArgumentHelp("Tell the proxy this user name.", valueName: "name"))
    var proxyUser: String?

    @Option(
        help: ArgumentHelp("Read the password for the proxy from the first line of this file.", valueName: "file"),
        completion: .file())
    var proxyPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Go to these hosts without a proxy, in place of those that no_proxy lists; * is every host.",
            valueName: "hosts"))
    var noProxy: String?

    @Option(
        help: ArgumentHelp(
            "Connect to this address for that host, without a proxy and as if it were there, as www.arcgis.com=127.0.0.1:8443; repeatable.",
            valueName: "host[:port]=address:port"))
    var connectTo: [String] = []

    func validate() throws {
        if let first = connectTo.first, proxy != nil {
            throw ValidationError(
                "--connect-to \(first) and --proxy: a host is reached at an address or through a proxy, not both")
        }
        if proxyUser != nil, proxy == nil { throw ValidationError("--proxy-user needs --proxy <url>") }
        if proxyPasswordFile != nil, proxyUser == nil {
            throw ValidationError("--proxy-password-file needs --proxy-user <name>")
        }
    }

    /// What the options and the environment say; a proxy that is none is wrong usage, and so is a file that cannot be read.
    func selection() throws(CommandFailure) -> ProxySelection {
        let proxies = try givenProxy()
        guard !connectTo.isEmpty else { return proxies }
        do { return .mapped(try HostMap(connectTo), others: proxies) } catch {
            throw CommandFailure("--connect-to: \(error.detail)", .wrongUsage)
        }
    }

    private func givenProxy() throws(CommandFailure) -> ProxySelection {
        guard let proxy else {
            do { return .environment(try EnvironmentProxies(direct: noProxy)) } catch {
                throw CommandFailure(error.detail, .wrongUsage)
            }
        }
        let password = try password()
        do {
            let proxy = try Proxy(proxy, username: proxyUser, password: password)
            return .fixed(proxy, except: DirectHosts(noProxy ?? ""))
        } catch {
            throw CommandFailure("--proxy: \(error.detail)", .wrongUsage)
        }
    }

    private func password() throws(CommandFailure) -> Secret<String>? {
        guard let proxyPasswordFile else { return nil }
        do { return try InputFile.secretLine(proxyPasswordFile) } catch { throw CommandFailure(error) }
    }
}
