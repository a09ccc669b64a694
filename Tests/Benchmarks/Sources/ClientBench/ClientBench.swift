import Foundation

/// Measures one client once: `ClientBench <client> <url> <CA file or -> <requests> <concurrency> [<one> <two>]` prints requests per
/// second. The last two are a certificate and its key for `ours`, a user name and a password for `environment`; `retrying` is
/// `environment` without the waits before a retry, and `connecting` a client that starts anew and loads the portal for each request.
@main
struct ClientBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard [6, 8].contains(arguments.count), let count = Int(arguments[4]), let width = Int(arguments[5]) else {
            FileHandle.standardError.write(
                Data(
                    "usage: ClientBench ours|environment|retrying|connecting|async-http-client URL CA-FILE|- REQUESTS CONCURRENCY [ONE TWO]\n"
                        .utf8))
            exit(64)
        }
        let authority = arguments[3] == "-" ? nil : try String(contentsOfFile: arguments[3], encoding: .utf8)
        let pair = arguments.count == 8 ? (arguments[6], arguments[7]) : nil
        let client: any BenchClient =
            switch arguments[1] {
            case "ours": try OurClient(url: arguments[2], authority: authority, identity: pair)
            case "environment":
                try OurEnvironment(url: arguments[2], authority: authority, username: pair?.0, password: pair?.1)
            case "retrying":
                try OurEnvironment(
                    url: arguments[2], authority: authority, username: nil, password: nil, retriesAtOnce: true)
            case "connecting": ConnectingClients(url: arguments[2], authority: authority)
            default: try RivalClient(url: arguments[2], authority: authority, connections: width)
            }
        _ = try await rate(of: client, requests: min(width * 20, count), width: width)  // warm: connections are up
        print(try await rate(of: client, requests: count, width: width))
        try await client.close()
    }

    /// Requests per second of `width` tasks that share the requests.
    private static func rate(of client: any BenchClient, requests: Int, width: Int) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask { for _ in 0..<(requests / width) { try await client.fetch() } }
            }
            try await group.waitForAll()
        }
        let taken = clock.now - start
        let seconds = Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
        return Double(requests / width * width) / seconds
    }
}

/// One way to fetch one URL whole.
protocol BenchClient: Sendable {
    func fetch() async throws
    func close() async throws
}

/// An answer that was not the one asked for.
struct WrongAnswer: Error {
    let status: Int
}
