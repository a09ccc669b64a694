import Foundation
import Testing

/// The software that is not ours, where this machine has it.
enum Peers {
    /// Apache httpd: the program and the folder of its modules; where they are differs from system to system.
    struct Apache: Sendable {
        let program: String
        let modules: String

        static let installed = [
            ("/usr/sbin/apache2", "/usr/lib/apache2/modules"),  // Debian
            ("/usr/sbin/httpd", "/usr/lib64/httpd/modules"),  // Fedora
            ("/usr/sbin/httpd", "/usr/lib/apache2"),  // Alpine
            ("/usr/bin/httpd", "/usr/lib/httpd/modules"),  // Arch
            ("/opt/homebrew/opt/httpd/bin/httpd", "/opt/homebrew/opt/httpd/lib/httpd/modules"),
            ("/usr/local/opt/httpd/bin/httpd", "/usr/local/opt/httpd/lib/httpd/modules"),
            ("/usr/local/apache2/bin/httpd", "/usr/local/apache2/modules"),
        ]
        .first { isProgram($0.0) && FileManager.default.fileExists(atPath: "\($0.1)/mod_ssl.so") }
        .map { Apache(program: $0.0, modules: $0.1) }

        /// Whether it takes tickets, by mod_auth_gssapi (github.com/gssapi/mod_auth_gssapi).
        static let takesTickets =
            installed.map { FileManager.default.fileExists(atPath: "\($0.modules)/mod_auth_gssapi.so") } == true
    }

    static let nginx = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
        .first(where: isProgram)

    /// Chromium and what drives it.
    static let hasChromium =
        ["/usr/bin/chromedriver", "/opt/homebrew/bin/chromedriver", "/usr/local/bin/chromedriver"].contains(
            where: isProgram)

    /// Clients that are made against only where they are asked for by name, as `make test-clients` does.
    static let wanted = Set(
        (ProcessInfo.processInfo.environment["MOCKPORTAL_CLIENTS"] ?? "").split(separator: " ").map(String.init))

    /// The Python that sees Debian's modules, where QGIS is among them.
    static let qgisPython =
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/qgis")
        ? "/usr/bin/python3" : nil

    static let hasGDAL = ["/usr/bin/ogr2ogr", "/opt/homebrew/bin/ogr2ogr", "/usr/local/bin/ogr2ogr"].contains(
        where: isProgram)

    static let hasNode = ["/usr/bin/node", "/opt/homebrew/bin/node", "/usr/local/bin/node"].contains(where: isProgram)
    static let hasJava = ["/usr/bin/javac", "/opt/homebrew/opt/openjdk/bin/javac", "/usr/local/bin/javac"].contains(
        where: isProgram)

    /// The folder that `.ci/pypi` puts a client from PyPI into; nil where it is not there. Its module may be called otherwise.
    static func folder(fromPyPI name: String, module: String? = nil) -> String? {
        let variables = ProcessInfo.processInfo.environment
        let caches = variables["XDG_CACHE_HOME"] ?? (variables["HOME"] ?? "") + "/.cache"
        let folder = "\(caches)/mockportal-\(name)"
        return FileManager.default.fileExists(atPath: "\(folder)/\(module ?? name)") ? folder : nil
    }

    /// The file of axe-core's rules, from the package axe-core-python; nil where it is not there.
    static var axe: String? {
        let variables = ProcessInfo.processInfo.environment
        let caches = variables["XDG_CACHE_HOME"] ?? (variables["HOME"] ?? "") + "/.cache"
        let file = "\(caches)/mockportal-axe-core-python/axe_core_python/axe.min.js"
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }

    /// The schemas of github.com/ahmadnassri/node-har-schema, as Debian installs them.
    static let harSchemas = "/usr/share/nodejs/har-schema/lib"
    static let hasHARSchema = FileManager.default.fileExists(atPath: "\(harSchemas)/har.json")

    /// tinyproxy, squid with OpenSSL and microsocks.
    static let hasProxies = ["/usr/bin/tinyproxy", "/usr/lib/squid/security_file_certgen", "/usr/bin/microsocks"]
        .allSatisfy(isProgram)

    private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

extension Trait where Self == ConditionTrait {
    /// Tests against requests-ntlm; where it is not there, they are skipped and counted.
    static var requestsNTLM: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "requests-ntlm", module: "requests_ntlm") != nil,
            "NO REQUESTS-NTLM ON THIS MACHINE: `.ci/setup test` installs it (PyPI: requests-ntlm)")
    }

    /// Tests with xmlsec1, oathtool, pysaml2 and jwcrypto; where they are not there, they are skipped and counted.
    static var verifiers: Self {
        .enabled(
            if: ["xmlsec1", "oathtool"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
                && Peers.folder(fromPyPI: "pysaml2", module: "saml2") != nil
                && Peers.folder(fromPyPI: "jwcrypto") != nil,
            "NO VERIFIERS OF SIGN-INS ON THIS MACHINE: `.ci/setup test` installs them (Debian: xmlsec1, oathtool; PyPI: pysaml2, jwcrypto)"
        )
    }

    /// Tests against geopy; where it is not there, they are skipped and counted.
    static var geopy: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "geopy") != nil,
            "NO GEOPY ON THIS MACHINE: `.ci/setup test` installs it (PyPI: geopy)")
    }

    /// Tests against pyspnego; where it is not there, they are skipped and counted.
    static var pyspnego: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "pyspnego", module: "spnego") != nil,
            "NO PYSPNEGO ON THIS MACHINE: `.ci/setup test` installs it (PyPI: pyspnego)")
    }

    /// Tests against Apache httpd; where it is not there, they are skipped and counted.
    static var apache: Self {
        .enabled(
            if: Peers.Apache.installed != nil,
            "NO APACHE HTTPD ON THIS MACHINE: `.ci/setup test` installs it (Debian: apache2-bin)")
    }

    /// Tests against mod_auth_gssapi; where it is not there, they are skipped and counted.
    static var apacheTickets: Self {
        .enabled(
            if: Peers.Apache.takesTickets,
            "NO MOD_AUTH_GSSAPI ON THIS MACHINE: `.ci/setup test` installs it (Debian: libapache2-mod-auth-gssapi)")
    }

    /// Tests against requests-gssapi; where it is not there, they are skipped and counted.
    static var requestsGSSAPI: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "requests-gssapi", module: "requests_gssapi") != nil,
            "NO REQUESTS-GSSAPI ON THIS MACHINE: `.ci/setup test` installs it (PyPI: requests-gssapi)")
    }

    /// Tests against proxies; where they are not there, they are skipped and counted.
    static var proxies: Self {
        .enabled(
            if: Peers.hasProxies,
            "NO PROXIES ON THIS MACHINE: `.ci/setup test` installs them (Debian: tinyproxy-bin, squid-openssl, microsocks)"
        )
    }

    /// Tests with the ArcGIS API for Python, which is proprietary: only where it is asked for by name.
    static var arcGISAPI: Self {
        optional("arcgis", isThere: Peers.folder(fromPyPI: "arcgis") != nil, "THE ARCGIS API FOR PYTHON", from: "PyPI")
    }

    /// Tests with QGIS, which is a gigabyte: only where it is asked for by name.
    static var qgis: Self {
        optional("qgis", isThere: Peers.qgisPython != nil, "QGIS", from: "Debian: python3-qgis")
    }

    /// What is skipped, and not counted, where it is not asked for; and counted where it is asked for and not there.
    private static func optional(_ name: String, isThere: Bool, _ title: String, from source: String) -> Self {
        Peers.wanted.contains(name)
            ? .enabled(if: isThere, "NO \(title) ON THIS MACHINE: `.ci/setup \(name)` installs it (\(source))")
            : .disabled("opt-in: make test-clients CLIENTS=\(name)")
    }

    /// Tests with a real browser; where it is not there, they are skipped and counted.
    static var chromium: Self {
        .enabled(
            if: Peers.hasChromium,
            "NO CHROMIUM ON THIS MACHINE: `.ci/setup test` installs it (Debian: chromium, chromium-driver)")
    }

    /// Tests with axe-core; where it is not there, they are skipped and counted.
    static var axe: Self {
        .enabled(
            if: Peers.axe != nil,
            "NO AXE-CORE ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own (axe-core-python)"
        )
    }

    /// Tests with geopandas, pyogrio, restgdf, ezesri and esri2gpd; where they are not there, they are skipped and counted.
    static var tables: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "geopandas", module: "esri2gpd") != nil,
            "NO GEOPANDAS ON THIS MACHINE: `.ci/setup test` installs it and others from PyPI into a folder of its own")
    }

    /// Tests with MapProxy; where it is not there, they are skipped and counted.
    static var mapproxy: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "mapproxy") != nil,
            "NO MAPPROXY ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests with bmi-arcgis-restapi; where it is not there, they are skipped and counted.
    static var restapi: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "bmi-arcgis-restapi", module: "restapi") != nil,
            "NO BMI-ARCGIS-RESTAPI ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests with HTTPie; where it is not there, they are skipped and counted.
    static var httpie: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "httpie") != nil,
            "NO HTTPIE ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests with esridump; where it is not there, they are skipped and counted.
    static var esridump: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "esridump") != nil,
            "NO ESRIDUMP ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests of the control API by its description; where these are not there, they are skipped and counted.
    static var schemathesis: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "schemathesis") != nil,
            "NO SCHEMATHESIS ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }
    static var openAPIValidator: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "openapi-spec-validator", module: "openapi_spec_validator") != nil,
            "NO OPENAPI-SPEC-VALIDATOR ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own"
        )
    }

    /// Tests with a reader of HTTP archives; where it is not there, they are skipped and counted.
    static var haralyzer: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "haralyzer") != nil,
            "NO HARALYZER ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests with Google's own reader of protocol buffers; where it is not there, they are skipped and counted.
    static var protobuf: Self {
        .enabled(
            if: Peers.folder(fromPyPI: "protobuf", module: "google") != nil,
            "NO PROTOBUF ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own")
    }

    /// Tests with the schema of HTTP archives; where it is not there, they are skipped and counted.
    static var harSchema: Self {
        .enabled(
            if: Peers.hasHARSchema,
            "NO SCHEMA OF HTTP ARCHIVES ON THIS MACHINE: `.ci/setup test` installs it (Debian: node-har-schema)")
    }

    /// Tests with GDAL; where it is not there, they are skipped and counted.
    static var gdal: Self {
        .enabled(if: Peers.hasGDAL, "NO GDAL ON THIS MACHINE: `.ci/setup test` installs it (Debian: gdal-bin)")
    }

    /// Tests with Node; where it is not there, they are skipped and counted.
    static var node: Self {
        .enabled(if: Peers.hasNode, "NO NODE ON THIS MACHINE: `.ci/setup test` installs it (Debian: nodejs)")
    }

    /// Tests with the JDK; where it is not there, they are skipped and counted.
    static var java: Self {
        .enabled(
            if: Peers.hasJava, "NO JDK ON THIS MACHINE: `.ci/setup test` installs it (Debian: default-jdk-headless)")
    }

    /// Tests against nginx; where it is not there, they are skipped and counted.
    static var nginx: Self {
        .enabled(if: Peers.nginx != nil, "NO NGINX ON THIS MACHINE: `.ci/setup test` installs it (Debian: nginx-light)")
    }
}
