/// What is the same for every transfer of a transport.
struct TransferSettings: Sendable {
    let userAgent: String
    let proxies: ProxySelection
}
