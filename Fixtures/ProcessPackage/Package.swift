// swift-tools-version: 6.2
import PackageDescription

// A package whose tests start an installed mockportal: neither the server nor any C library is compiled with them. Elsewhere
// the dependency is .package(url: "<the address that you clone it from>", branch: "main") instead of a path.
let package = Package(
    name: "Notes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mockportal", path: "../..")],
    targets: [
        .testTarget(
            name: "NotesTests", dependencies: [.product(name: "MockPortalProcess", package: "mockportal")])
    ]
)
