import Platform
import TestFolders

/// The configuration of an nginx that stands before a portal as a web adaptor does.
enum NginxFront {
    /// What it writes once its sockets listen.
    static let sign = "start worker process"

    static func configuration(_ plan: WebTierPlan) throws -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(plan.folder.path)/\($0);" }.joined(separator: " ")
        return """
            daemon off; worker_processes 1; pid \(plan.folder.path)/pid; error_log stderr notice;
            \(geteuid() == 0 ? "user root;" : "")
            events { worker_connections 256; }
            http {
                access_log off; \(temporary)
                map $ssl_client_s_dn $common_name { default ""; "~(^|,)CN=(?<name>[^,]+)" $name; }
                server {
                    listen 127.0.0.1:\(plan.port) ssl;
                    ssl_protocols \(plan.tier.versions.map { "TLSv\($0)" }.joined(separator: " "));
                    ssl_certificate \(plan.certificate); ssl_certificate_key \(plan.key);
                    ssl_session_cache shared:front:1m;
                    ssl_client_certificate \(plan.clientAuthority);
                    ssl_verify_client \(try certificates(plan.tier.certificates));
                    location / {
                        proxy_pass \(plan.backend);
                        proxy_ssl_trusted_certificate \(plan.authority);
                        proxy_ssl_verify on; proxy_ssl_name localhost; proxy_ssl_server_name on;
                        proxy_set_header Host $http_host;
                        proxy_set_header X-Forwarded-Proto https;
                        proxy_set_header X-Forwarded-For $remote_addr;
                        \(try credentials(plan))
                    }
                }
            }
            """
    }

    private static func certificates(_ rule: WebTier.Certificates) throws -> String {
        switch rule {
        case .none: "off"
        case .required: "on"
        case .optional: "optional"
        case .refusedOverHTTP, .requiredUnder: throw Cannot(what: "\(rule)")
        }
    }

    private static func credentials(_ plan: WebTierPlan) throws -> String {
        switch plan.tier.credentials {
        case .none: "proxy_set_header \(WebTier.userField) $common_name;"
        case .basic:
            """
            auth_basic "\(WebTier.realm)"; auth_basic_user_file \(plan.folder.path)/basic.users;
                        proxy_set_header Authorization ""; proxy_set_header \(WebTier.userField) $remote_user;
            """
        case .digest: throw Cannot(what: "Digest")
        case .tickets: throw Cannot(what: "Negotiate")
        }
    }

    /// A plan that nginx has no module for.
    struct Cannot: Error {
        let what: String
    }
}
