// swift-tools-version: 6.2
import PackageDescription

// Every room of the house is compiled alike: existentials are spelled out, a member comes only from a module that the
// file imports, an import is internal unless it says otherwise, and a warning is an error.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "mockportal",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mockportal", targets: ["MockPortalCLI"]),
        .library(
            name: "PortalClient",
            targets: ["PortalClient", "PortalAuthentication", "PortalTransport", "HTTPSemantics", "TLSIdentity"]),
        .library(name: "MockPortalTesting", targets: ["MockPortalTesting", "MockPortalServer", "PortalJudge"]),
        // An installed program in a process of its own: what depends on this compiles neither the server nor C.
        .library(name: "MockPortalProcess", targets: ["MockPortalProcess", "JSONValues"]),
    ],
    // Exact versions: what is built tomorrow is what was tested today. A newer one is a commit of its own.
    dependencies: [
        // The command line's words and help screens.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // `make docs` builds the guides with it; no target of a build depends on it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    ],
    targets: [
        // MARK: cellar – C libraries, one tenant each
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        // libmicrohttpd's TLS is GnuTLS; handshakes are watched on its session.
        .systemLibrary(
            name: "CGnuTLS", pkgConfig: "gnutls",
            providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        // What libc offers a process through variadic calls only.
        .systemLibrary(name: "CProcess"),
        // What a judged client leaves behind falls back to a process of ours; between fork and exec only C may run.
        .target(name: "CKeeper"),
        // OpenSSL stays as it is while the program exits: tasks may still use it.
        .target(name: "COpenSSLStart", dependencies: ["COpenSSL"]),
        // Fixtures/ and certs/ as bytes (#embed), so that the installed binary needs no checkout.
        .target(name: "CEmbeddedFixtures"),

        // MARK: ground – words, verdicts and facts, shared by both columns
        .target(name: "Platform", swiftSettings: house),
        .target(name: "JSONValues", dependencies: ["Platform"], swiftSettings: house),
        .target(name: "FixtureFiles", dependencies: ["CEmbeddedFixtures", "Platform"], swiftSettings: house),
        // YAML and JSON that people write, with the place of every mistake. A room of its own: the client's products read JSON
        // and do without libyaml.
        .target(
            name: "StructuredText", dependencies: ["CYAML", "JSONValues", "FixtureFiles", "Platform"],
            swiftSettings: house),
        .target(name: "HTTPSemantics", dependencies: ["Platform"], swiftSettings: house),
        // The judge reads evidence; it stands on words and imports neither column.
        .target(name: "PortalJudge", dependencies: ["HTTPSemantics", "JSONValues", "Platform"], swiftSettings: house),
        // Certificates, digests and random bytes; recipes are read from certs/.
        .target(
            name: "TLSIdentity",
            dependencies: [
                "COpenSSL", "COpenSSLStart", "HTTPSemantics", "JSONValues", "FixtureFiles", "Platform",
            ],
            swiftSettings: house),

        // Sole user of Kerberos's GSS-API, which it opens when a ticket is first asked for and never links.
        .target(name: "GSSAPI", dependencies: ["Platform"], swiftSettings: house),

        // MARK: client column
        .target(
            name: "PortalTransport", dependencies: ["CCurl", "TLSIdentity", "HTTPSemantics", "Platform"],
            swiftSettings: house),
        .target(
            name: "PortalAuthentication",
            dependencies: ["PortalTransport", "GSSAPI", "TLSIdentity", "HTTPSemantics", "JSONValues", "Platform"],
            swiftSettings: house),
        .target(
            name: "PortalClient",
            dependencies: [
                "PortalAuthentication", "PortalTransport", "TLSIdentity", "HTTPSemantics", "JSONValues", "Platform",
            ],
            swiftSettings: house),

        // MARK: server column
        // Sole user of PROJ, which it opens when a coordinate system is first asked for and never links.
        .target(name: "Projections", dependencies: ["Platform"], swiftSettings: house),
        // What a layer does with its features: tables, where clauses, geometry, statistics, pictures. It knows no HTTP and no
        // portal; values of documents and answers are JSON, and trigonometry is libc's.
        .target(
            name: "FeatureEngine", dependencies: ["Projections", "JSONValues", "Platform"], swiftSettings: house),
        // What a portal answers: a request value in, an answer value out. No socket, no C.
        .target(
            name: "PortalSimulator",
            dependencies: [
                "FeatureEngine", "GSSAPI", "TLSIdentity", "HTTPSemantics", "PortalJudge", "StructuredText",
                "JSONValues",
                "FixtureFiles", "Platform",
            ],
            swiftSettings: house),
        .target(
            name: "MockPortalServer",
            dependencies: [
                "PortalSimulator",
                "FeatureEngine", "CMicroHTTPD", "CGnuTLS", "TLSIdentity", "HTTPSemantics", "PortalJudge",
                "JSONValues",
                "FixtureFiles", "Platform",
            ],
            swiftSettings: house),

        // MARK: above both columns
        // Scenario files as far as they are syntax, the catalogue, and run results as values. It knows no step and no column.
        .target(
            name: "ScenarioFormat",
            dependencies: [
                "PortalJudge", "HTTPSemantics", "StructuredText", "JSONValues", "FixtureFiles",
            ],
            swiftSettings: house),
        // Results as text, JSON, HTML, JUnit and annotations, and stored reports read again.
        .target(
            name: "ScenarioReports",
            dependencies: ["ScenarioFormat", "PortalJudge", "TLSIdentity", "HTTPSemantics", "JSONValues", "Platform"],
            swiftSettings: house),
        // What the client column knows in the words of the evidence: its errors as reasons, a map's layers as documents have them.
        .target(
            name: "ClientEvidence",
            dependencies: [
                "PortalAuthentication", "PortalTransport", "TLSIdentity", "PortalJudge", "HTTPSemantics", "JSONValues",
            ],
            swiftSettings: house),
        // A portal that is not ours, row by row, and as a document. It sees the client column and no server.
        .target(
            name: "PortalConformance",
            dependencies: [
                "ScenarioFormat", "ClientEvidence", "PortalClient", "PortalAuthentication", "PortalTransport",
                "PortalJudge", "TLSIdentity", "HTTPSemantics", "StructuredText", "JSONValues", "FixtureFiles",
                "Platform",
            ],
            swiftSettings: house),
        // The only room that sees both: it runs a client against a portal and hands the evidence to the judge.
        .target(
            name: "PortalScenarios",
            dependencies: [
                "ScenarioFormat", "ClientEvidence", "MockPortalServer", "PortalJudge", "PortalClient",
                "PortalAuthentication",
                "PortalTransport", "TLSIdentity", "HTTPSemantics", "StructuredText", "JSONValues", "FixtureFiles",
                "Platform", "CKeeper",
            ],
            swiftSettings: house),
        .target(
            name: "MockPortalTesting",
            dependencies: [
                "MockPortalServer", "PortalJudge", "TLSIdentity", "HTTPSemantics", "JSONValues", "FixtureFiles",
                "Platform",
            ],
            swiftSettings: house),
        // It knows of the server what its ready line and its control API say, and nothing of its code.
        .target(name: "MockPortalProcess", dependencies: ["JSONValues", "Platform"], swiftSettings: house),
        .executableTarget(
            name: "MockPortalCLI",
            dependencies: [
                "PortalScenarios", "ScenarioFormat", "ScenarioReports", "PortalConformance", "ClientEvidence",
                "MockPortalServer", "PortalClient",
                "PortalAuthentication",
                "PortalTransport", "PortalJudge", "TLSIdentity", "HTTPSemantics", "StructuredText", "JSONValues",
                "FixtureFiles", "Platform", "CProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),

        // MARK: tests
        // Programs beside tests, and whatever else blocks, on threads of their own.
        .target(
            name: "ChildProcess", dependencies: ["Platform"], path: "Tests/Support/ChildProcess", swiftSettings: house),
        // Folders that go with a test.
        .target(
            name: "TestFolders", dependencies: ["Platform"], path: "Tests/Support/TestFolders", swiftSettings: house),
        // Kerberos realms beside tests.
        .target(
            name: "TestRealms", dependencies: ["ChildProcess", "JSONValues", "Platform"],
            path: "Tests/Support/TestRealms", swiftSettings: house),
        // What the fuzzer does without end, done a while by the tests.
        .target(
            name: "Fuzzing", dependencies: ["JSONValues"], path: "Tests/Support/Fuzzing", swiftSettings: house),
        // Fake portals beside a real one, for conformance.
        .target(
            name: "ComparisonPortals",
            dependencies: ["PortalConformance", "MockPortalServer", "TLSIdentity", "FixtureFiles"],
            path: "Tests/Support/ComparisonPortals", swiftSettings: house),
        // Tables of features.
        .target(
            name: "FeatureSamples", dependencies: ["FeatureEngine", "JSONValues"], path: "Tests/Support/FeatureSamples",
            swiftSettings: house),
        // The JSON Schemas of documents, made of what their readers ask.
        .target(
            name: "SchemaWriting", dependencies: ["JSONValues"], path: "Tests/Support/SchemaWriting",
            swiftSettings: house),
        // Wrong clients, each with one fault around the client's own seams, that scenarios must catch.
        .target(
            name: "Mutants",
            dependencies: [
                "PortalScenarios", "ScenarioFormat", "ScenarioReports", "PortalJudge", "PortalClient",
                "PortalAuthentication", "GSSAPI",
                "PortalTransport", "TLSIdentity", "HTTPSemantics", "JSONValues", "FixtureFiles", "Platform",
            ],
            path: "Tests/Support/Mutants", swiftSettings: house),
        // Portals in a few lines, without a server, for tests of the client's rooms.
        .target(
            name: "PretendPortals",
            dependencies: [
                "PortalAuthentication", "PortalTransport", "TLSIdentity", "HTTPSemantics", "JSONValues", "Platform",
            ],
            path: "Tests/Support/PretendPortals", swiftSettings: house),
        .testTarget(
            name: "ChildProcessTests", dependencies: ["ChildProcess", "TestFolders", "Platform"],
            path: "Tests/Support/ChildProcessTests",
            swiftSettings: house),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestFolders"], swiftSettings: house),
        .testTarget(
            name: "GSSAPITests", dependencies: ["GSSAPI", "ChildProcess", "TestFolders", "Platform"],
            swiftSettings: house),
        .testTarget(name: "JSONValuesTests", dependencies: ["JSONValues", "Fuzzing"], swiftSettings: house),
        .testTarget(
            name: "StructuredTextTests", dependencies: ["StructuredText", "JSONValues", "FixtureFiles", "Fuzzing"],
            swiftSettings: house),
        .testTarget(
            name: "HTTPSemanticsTests", dependencies: ["HTTPSemantics", "JSONValues", "Fuzzing"],
            swiftSettings: house),
        .testTarget(
            name: "PortalJudgeTests",
            dependencies: ["PortalJudge", "HTTPSemantics", "JSONValues", "Platform", "Fuzzing"], swiftSettings: house),
        .testTarget(
            name: "TLSIdentityTests",
            dependencies: [
                "TLSIdentity", "HTTPSemantics", "COpenSSL", "FixtureFiles", "Platform", "ChildProcess", "TestFolders",
                "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PortalTransportTests",
            dependencies: [
                "PortalTransport", "TLSIdentity", "HTTPSemantics", "FixtureFiles", "Platform", "ChildProcess",
                "TestFolders",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PortalAuthenticationTests",
            dependencies: [
                "PortalAuthentication", "PortalTransport", "GSSAPI", "PretendPortals", "TLSIdentity", "HTTPSemantics",
                "JSONValues", "Platform", "ChildProcess", "TestFolders", "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PortalClientTests",
            dependencies: [
                "PortalClient", "PortalAuthentication", "PortalTransport", "PretendPortals", "TLSIdentity",
                "HTTPSemantics",
                "JSONValues", "Platform",
            ],
            swiftSettings: house),
        .testTarget(
            name: "FeatureEngineTests",
            dependencies: ["FeatureEngine", "Projections", "FeatureSamples", "JSONValues", "Fuzzing"],
            swiftSettings: house),
        .testTarget(
            name: "PortalSimulatorTests",
            dependencies: [
                "SchemaWriting", "TestFolders",
                "PortalSimulator", "FeatureEngine", "FeatureSamples", "TLSIdentity", "PortalJudge", "HTTPSemantics",
                "JSONValues", "FixtureFiles", "Platform", "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "MockPortalServerTests",
            dependencies: [
                "MockPortalServer", "PortalSimulator", "TLSIdentity", "PortalJudge",
                "HTTPSemantics", "JSONValues", "FixtureFiles",
                "Platform", "ChildProcess", "TestFolders", "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ScenarioFormatTests",
            dependencies: ["ScenarioFormat", "PortalJudge", "JSONValues", "FixtureFiles"], swiftSettings: house),
        .testTarget(
            name: "ScenarioReportsTests",
            dependencies: [
                "ScenarioReports", "ScenarioFormat", "PortalJudge", "TLSIdentity", "HTTPSemantics", "JSONValues",
                "FixtureFiles", "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PortalConformanceTests",
            dependencies: [
                "SchemaWriting",
                "PortalConformance", "ComparisonPortals", "ScenarioFormat", "PortalScenarios", "MockPortalServer",
                "PortalAuthentication", "PortalTransport", "PortalJudge", "TLSIdentity", "HTTPSemantics", "JSONValues",
                "FixtureFiles", "Platform", "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PortalScenariosTests",
            dependencies: [
                "SchemaWriting", "StructuredText",
                "PortalScenarios", "ScenarioFormat", "ScenarioReports", "Mutants", "MockPortalServer", "PortalJudge",
                "PortalClient", "PortalAuthentication", "PortalTransport", "TLSIdentity", "HTTPSemantics", "JSONValues",
                "FixtureFiles", "Platform", "ChildProcess", "TestFolders",
                "Fuzzing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "MockPortalTestingTests",
            dependencies: ["MockPortalTesting", "HTTPSemantics", "ChildProcess", "Platform"],
            swiftSettings: house),
        .testTarget(
            name: "MockPortalProcessTests",
            dependencies: ["MockPortalProcess", "JSONValues", "ChildProcess", "TestFolders", "Platform"],
            swiftSettings: house),
        .testTarget(
            name: "MockPortalCLITests",
            dependencies: [
                "MockPortalTesting", "MockPortalServer", "PortalJudge", "JSONValues", "ChildProcess", "TestFolders",
                "TestRealms", "Platform",
            ],
            exclude: ["Goldens", "Compatibility"], swiftSettings: house),
        // Both columns against software that is not ours: web servers before the portal, clients before the fake.
        .testTarget(
            name: "RealPeersTests",
            dependencies: [
                "ComparisonPortals", "PortalScenarios", "ScenarioFormat", "ScenarioReports", "PortalConformance",
                "PortalClient", "PortalAuthentication", "PortalTransport", "MockPortalServer", "PortalJudge",
                "HTTPSemantics", "TLSIdentity", "JSONValues", "FixtureFiles", "ChildProcess", "TestFolders",
                "TestRealms",
                "Platform",
            ],
            swiftSettings: house),
    ]
)
