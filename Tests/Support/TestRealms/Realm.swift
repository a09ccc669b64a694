internal import ChildProcess
package import JSONValues
internal import Platform
package import Testing

/// A realm of `mockportal kerberos` for the length of a body.
package struct Realm: Sendable {
    /// What the program says once the realm is there.
    package let ready: JSONValue

    /// Why there is no realm.
    package struct NotReady: Error, CustomStringConvertible {
        package let description: String
    }

    /// A text that it says, such as `keytab`.
    package func text(_ key: String) -> String { ready[key]?.string ?? "" }

    /// What a program is told so that it uses the realm, with a ticket cache of its own.
    package func environment(_ cache: String) -> [String] {
        ["KRB5_CONFIG=\(text("configuration"))", "KRB5CCNAME=FILE:\(text("configuration")).\(cache)"]
    }

    /// The same by name.
    package func variables(_ cache: String) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: environment(cache).map { setting in
                let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            })
    }

    /// Gets a user's ticket into a cache.
    package func getTicket(_ user: String, cache: String, _ more: String...) async throws {
        let done = try await ChildProcess.run(
            "kinit", more + ["-k", "-t", text("usersKeytab"), user], environment: environment(cache),
            streams: .pipesForEach)
        #expect(done.status == 0, "kinit: \(done.errors)")
    }

    /// Runs a body while the realm's centre answers; gives the status that the program ends with.
    @discardableResult
    package static func run(
        _ arguments: [String] = [], body: @Sendable (Realm) async throws -> Void
    ) async throws -> Int32 {
        let child = try ChildProcess(
            BuiltProgram.path("mockportal"), ["kerberos", "--json"] + arguments, streams: .pipesForEach)
        child.closeInput()
        async let errors = child.readErrors()
        do {
            guard let line = await child.nextLine() else { throw NotReady(description: await errors) }
            try await body(Realm(ready: try JSONValue(parsing: line)))
        } catch {
            child.stop()
            throw error
        }
        child.send(SIGTERM)
        _ = await child.readToEnd()
        return await child.wait()
    }
}

extension Trait where Self == ConditionTrait {
    /// Tests with a realm; where MIT Kerberos is not there, they are skipped and counted.
    package static var kerberos: Self {
        .enabled(
            if: ["/usr/sbin/krb5kdc", "/usr/sbin/kadmin.local", "/usr/bin/kinit"].allSatisfy { (path: String) in
                access(path, X_OK) == 0
            },
            "NO KERBEROS ON THIS MACHINE: `.ci/setup test` installs it (Debian: krb5-kdc, krb5-admin-server, krb5-user)"
        )
    }
}
