import Foundation
import JSONValues
import ScenarioFormat

/// MIT Kerberos, which scenarios with a realm need: without it on the machine they are left out, and counted as skipped.
enum RealmPeer {
    static let isThere: Bool = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return ["krb5kdc", "kdb5_util", "kadmin.local", "kinit", "kvno"].allSatisfy { name in
            (path + ["/usr/sbin", "/sbin"]).contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        }
    }()

    /// The scenarios that can be judged here.
    static func judgeable(_ scenarios: [Scenario]) -> [Scenario] {
        guard !isThere else { return scenarios }
        let kept = scenarios.filter { $0.environment["kerberos"] == nil }
        if kept.count < scenarios.count {
            SkippedPeers.tell(
                "\(scenarios.count - kept.count) scenarios with a Kerberos realm: `.ci/setup test` installs it (Debian: "
                    + "krb5-kdc, krb5-admin-server, krb5-user)")
        }
        return kept
    }
}

/// Peers that were not there, as `.ci/test` counts them at its end.
enum SkippedPeers {
    static func tell(_ line: String) {
        print("SKIPPED \(line)")
        guard let path = ProcessInfo.processInfo.environment["MOCKPORTAL_SKIPS"],
            // Another process may add a line at the same time.
            let file = fopen(path, "a")
        else { return }
        defer { fclose(file) }
        fputs("\(line)\n", file)
    }
}
