import Platform
import TestFolders

/// The configuration of an Apache httpd that stands before a portal as a web adaptor does.
enum ApacheFront {
    /// What it writes once its sockets listen.
    static let sign = "resuming normal operations"

    private static let modules = [
        "mpm_event", "unixd", "authz_core", "authz_user", "authn_core", "authn_file", "auth_basic", "auth_digest",
        "socache_shmcb", "ssl", "proxy", "proxy_http", "headers", "log_config",
    ]

    static func configuration(_ plan: WebTierPlan, _ apache: Peers.Apache) -> String {
        """
        ServerRoot "\(plan.folder.path)"
        DefaultRuntimeDir "\(plan.folder.path)"
        PidFile "\(plan.folder.path)/pid"
        ServerName localhost
        Listen 127.0.0.1:\(plan.port)
        ErrorLog /dev/stderr
        LogLevel notice
        \((modules + further(plan)).map { load($0, from: apache) }.joined(separator: "\n"))
        \(owner)
        StartServers 1
        ThreadsPerChild 25
        SSLSessionCache "shmcb:\(plan.folder.path)/sessions(512000)"
        SSLEngine on
        SSLProtocol \(plan.tier.versions.map { "+TLSv\($0)" }.joined(separator: " "))
        SSLCertificateFile "\(plan.certificate)"
        SSLCertificateKeyFile "\(plan.key)"
        SSLCACertificateFile "\(plan.clientAuthority)"
        SSLProxyEngine on
        SSLProxyVerify require
        SSLProxyCACertificateFile "\(plan.authority)"
        ProxyPreserveHost On
        ProxyPass / \(plan.backend)/
        RequestHeader set X-Forwarded-Proto https
        # What a client claims is dropped; who came is said by this server alone.
        RequestHeader unset \(WebTier.userField)
        \(certificates(plan.tier.certificates))
        \(credentials(plan))
        \(traffic(plan))
        """
    }

    private static func further(_ plan: WebTierPlan) -> [String] {
        guard case .tickets = plan.tier.credentials else { return [] }
        return ["auth_gssapi", "setenvif"]
    }

    /// A line for each request where tickets are taken: the connection's port, the status, and what came as `Authorization`.
    private static func traffic(_ plan: WebTierPlan) -> String {
        guard case .tickets = plan.tier.credentials else { return "" }
        return """
            SetEnvIf Authorization "^" authorization=other
            SetEnvIf Authorization "^$" authorization=none
            SetEnvIf Authorization "^Negotiate " authorization=ticket
            LogFormat "saw %{remote}p %>s %{authorization}e" traffic
            CustomLog /dev/stderr traffic
            """
    }

    /// Some builds have a module inside.
    private static func load(_ name: String, from apache: Peers.Apache) -> String {
        """
        <IfModule !\(name)_module>
        LoadModule \(name)_module "\(apache.modules)/mod_\(name).so"
        </IfModule>
        """
    }

    /// Started by root it has to become another user, for it refuses to stay root.
    private static var owner: String {
        guard geteuid() == 0, let nobody = getpwnam("nobody") else { return "" }
        return "User #\(nobody.pointee.pw_uid)\nGroup #\(nobody.pointee.pw_gid)"
    }

    private static func certificates(_ rule: WebTier.Certificates) -> String {
        let user = """
            RequestHeader set \(WebTier.userField) "expr=%{SSL_CLIENT_S_DN_CN}" "expr=%{SSL_CLIENT_VERIFY} == 'SUCCESS'"
            """
        switch rule {
        case .none: return ""
        case .required: return "SSLVerifyClient require\n" + user
        case .optional: return "SSLVerifyClient optional\n" + user
        case .refusedOverHTTP:
            return """
                SSLVerifyClient optional_no_ca
                \(user)
                <Location "/">
                Require expr "%{SSL_CLIENT_VERIFY} == 'SUCCESS'"
                </Location>
                """
        case .requiredUnder(let path):
            return """
                \(user)
                <Location "\(path)">
                SSLVerifyClient require
                </Location>
                """
        }
    }

    private static func credentials(_ plan: WebTierPlan) -> String {
        let scheme: String
        var more = ""
        switch plan.tier.credentials {
        case .none: return ""
        case .basic:
            scheme = """
                AuthType Basic
                AuthBasicProvider file
                AuthUserFile "\(plan.folder.path)/basic.users"
                """
        case .digest(let lifetime):
            scheme = """
                AuthType Digest
                AuthDigestProvider file
                AuthUserFile "\(plan.folder.path)/digest.users"
                AuthDigestNonceLifetime \(lifetime)
                """
        case .tickets(let tickets):
            scheme = """
                AuthType GSSAPI
                GssapiCredStore keytab:\(plan.folder.path)/http.keytab
                GssapiAllowedMech krb5
                GssapiSSLonly On
                GssapiLocalName On
                GssapiConnectionBound \(tickets.isBound ? "On" : "Off")
                """
            if tickets.announcesBinding { more += "Header always set Persistent-Auth true\n" }
            if tickets.hidesProof {
                more += "Header always unset WWW-Authenticate \"expr=%{REQUEST_STATUS} == 200\"\n"
            }
        }
        return """
            <Location "/">
            \(scheme)
            AuthName "\(WebTier.realm)"
            Require valid-user
            \(more)
            RequestHeader unset Authorization
            RequestHeader set \(WebTier.userField) "expr=%{REMOTE_USER}"
            </Location>
            """
    }
}
