package import JSONValues
internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Which variables of the runner's environment a foreign client finds in its own.
///
/// It is a list of what may pass, not of what may not: a runner's environment holds tokens and keys of other services, which would
/// stand in reports, and settings of TLS, proxies and programs, which would decide a verdict.
package struct ClientVariables: Sendable {
    /// What passes: where programs are, how texts are written, and where a runtime finds itself and its modules.
    ///
    /// Nothing here holds a secret, changes what is trusted or puts code before a program's own, as `LD_PRELOAD`,
    /// `NODE_OPTIONS`, `JAVA_TOOL_OPTIONS` and `OPENSSL_CONF` do. Bundler and Cargo read credentials from further variables
    /// (`BUNDLE_<host>`, `CARGO_REGISTRIES_<name>_TOKEN`), so theirs are listed one by one.
    static let names: Set<String> = [
        "PATH", "LANG", "LANGUAGE", "TZ", "TZDIR", "TERM", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
        "DYLD_FALLBACK_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DEVELOPER_DIR", "SDKROOT",
        // Python
        "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYENV_ROOT", "PYENV_VERSION",
        "UV_PYTHON_INSTALL_DIR",
        // Node
        "NODE_PATH", "NVM_DIR", "FNM_DIR", "VOLTA_HOME",
        // Java, Kotlin, Scala
        "JAVA_HOME", "JDK_HOME", "JRE_HOME", "CLASSPATH", "SDKMAN_DIR", "KOTLIN_HOME", "SCALA_HOME",
        // .NET
        "DOTNET_ROOT", "DOTNET_ROOT_X64", "DOTNET_ROOT_ARM64",
        // Ruby, Perl, PHP
        "GEM_HOME", "GEM_PATH", "BUNDLE_GEMFILE", "BUNDLE_PATH", "BUNDLE_APP_CONFIG", "RUBYLIB", "RBENV_ROOT",
        "RBENV_VERSION", "PERL5LIB", "PHPRC",
        // Go, Rust, Swift
        "GOROOT", "GOPATH", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "SWIFTLY_HOME_DIR", "SWIFTLY_BIN_DIR",
        // Managers of several
        "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR", "MISE_CONFIG_DIR",
    ]

    /// Whether a variable passes unasked.
    private static func isHarmless(_ name: String) -> Bool { names.contains(name) || name.hasPrefix("LC_") }

    /// What the run sets itself, so that nothing can be passed under these names.
    private static func isSetByRun(_ name: String) -> Bool {
        name.hasPrefix("PORTAL_") || ["TMPDIR", "TMP", "TEMP"].contains(name)
    }

    /// What passes.
    let values: [String: String]
    /// The names that were asked for beyond those that always pass, sorted.
    package let passed: [String]
    /// The names that were kept back, sorted; their values are not kept.
    package let withheld: [String]

    /// Chooses from the environment of this process what always passes.
    package init() { self.init(passing: [], checked: ProcessInfo.processInfo.environment) }

    /// Chooses from an environment what always passes and what was named for it; without one, from that of this process.
    ///
    /// Throws for a name that is none, that the environment does not have or that the run sets itself.
    package init(passing wanted: [String], from environment: [String: String]? = nil) throws(DocumentError) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        for name in wanted { try Self.check(name, environment) }
        self.init(passing: Set(wanted), checked: environment)
    }

    private init(passing named: Set<String>, checked environment: [String: String]) {
        passed = named.sorted()
        values = environment.filter { name, _ in
            !Self.isSetByRun(name) && (Self.isHarmless(name) || named.contains(name))
        }
        let taken = values
        // A shell sets these itself, and a client has its own.
        let own: Set = ["_", "PWD", "OLDPWD", "SHLVL", "HOME"]
        withheld = environment.keys.filter { taken[$0] == nil && !own.contains($0) && !Self.isSetByRun($0) }.sorted()
    }

    /// Secrets that were passed by name: they are taken out of whatever is kept of a run. What always passes holds none, and `HOME` is a
    /// place.
    var secrets: [MachineSecret] {
        passed.filter { !Self.isHarmless($0) && $0 != "HOME" }.flatMap { name in
            VariableSecrets.all(in: values[name] ?? "", of: name)
        }
    }

    /// A command line without the values of variables that are to be passed, for an error that comes before their names are checked.
    package static func shown(
        _ commandLine: String, passing wanted: [String], from environment: [String: String]? = nil
    ) -> String {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let there = Set(wanted.filter { environment[$0] != nil })
        return ShownCommand(ClientVariables(passing: there, checked: environment)).text(commandLine)
    }

    /// What to try where a client cannot start; nil where nothing was kept back.
    package var hint: String? {
        guard !withheld.isEmpty else { return nil }
        return "its environment is without " + withheld.joined(separator: ", ")
            + "; what it needs of these goes to it by --client-env <name>"
    }

    private static func check(_ name: String, _ environment: [String: String]) throws(DocumentError) {
        func refused(_ problem: String) -> DocumentError {
            DocumentError(.unknownValue, source: "--client-env", problem: problem)
        }
        if let sign = name.firstIndex(of: "=") {
            // The value is not repeated: it may be a secret.
            let name = String(name[..<sign])
            throw refused(
                "takes a name alone, for a value in the command line can be read by every user of the machine; "
                    + "set \(name) in the environment of mockportal and write --client-env \(name)")
        }
        let isName = name.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
            default: false
            }
        }
        guard isName, !name.isEmpty else {
            throw refused("\"\(name)\" is no name of a variable: letters, digits and underscores, no digit first")
        }
        guard !isSetByRun(name) else { throw refused("\(name) is set by each run itself and cannot be passed") }
        guard environment[name] == nil else { return }
        let near = environment.keys.filter { $0.lowercased() == name.lowercased() }.min()
        throw refused(
            "the environment has no variable \(name)" + (near.map { "; did you mean \($0)?" } ?? "; set it first"))
    }
}
