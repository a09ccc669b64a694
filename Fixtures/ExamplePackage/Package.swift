// swift-tools-version: 6.2
import PackageDescription

// What an app's package looks like that tests itself against fake portals. Elsewhere the dependency is
// .package(url: "<the address that you clone it from>", branch: "main") instead of a path.
let package = Package(
    name: "MapNotes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mockportal", path: "../..")],
    targets: [
        .target(name: "MapNotes", dependencies: [.product(name: "PortalClient", package: "mockportal")]),
        .testTarget(
            name: "MapNotesTests",
            dependencies: ["MapNotes", .product(name: "MockPortalTesting", package: "mockportal")]),
    ]
)
