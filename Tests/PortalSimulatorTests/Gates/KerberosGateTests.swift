import HTTPSemantics
import PortalJudge
import Testing

@testable import PortalSimulator

/// What follows once a ticket has been opened; that takes a realm, as the tests of the command line have one.
@Suite("Kerberos at the gate") struct KerberosGateTests {
    private let memory = WebTierMemory()

    private func decide(
        _ digest: [UInt8], of user: String = "alice", at time: Int64 = 0
    ) -> HTTPCredentialsJudgement {
        let exchange = WindowsExchange(
            windows: Blueprint.WebAuthentication.Windows(), memory: memory, accounts: ["alice": Secret("x")],
            request: WindowsRequest(memory: nil, endPointHash: nil, time: time), pending: nil)
        let accepted = KerberosGate.Accepted(
            principal: "\(user)@MOCK.TEST", isDelegated: false, isBound: false, reply: [], digest: digest)
        return KerberosGate(exchange: exchange)
            .decide(accepted, Journal.WindowsCredentials(message: "token", mechanism: "Kerberos"))
    }

    @Test func `a token that has signed in before is refused as a replay`() {
        #expect(decide([1]).authorization.verdict == .right)
        let replayed = decide([1], at: 1)
        #expect(replayed.authorization.verdict == .replayed && replayed.authorization.username == "alice")
        #expect(replayed.cause == .credentialsReplayed && replayed.reply.isEmpty)
        #expect(replayed.reason == "the same token signed alice in before; each request needs a new one")
        #expect(decide([2], at: 2).authorization.verdict == .right)
        #expect(decide([1], at: TicketLedger.lifetime).authorization.verdict == .right)
    }

    @Test func `a token that signs no user in is refused for that each time`() {
        for _ in 0..<2 { #expect(decide([1], of: "zoe").authorization.verdict == .wrong) }
        #expect(decide([1]).authorization.verdict == .right)
    }
}
