// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the rivals it measures against stay out of the product's graph.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "mockportal", path: "../.."),
        // The rival for 64 concurrent requests.
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "ClientBench",
            dependencies: [
                .product(name: "PortalClient", package: "mockportal"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        .executableTarget(
            name: "SignInBench", dependencies: [.product(name: "PortalClient", package: "mockportal")]),
        .executableTarget(
            name: "StoreBench", dependencies: [.product(name: "PortalClient", package: "mockportal")]),
    ]
)
