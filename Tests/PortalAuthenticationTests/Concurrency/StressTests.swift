import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Hundreds of requests whose tokens die, whose users leave and whose tasks end, in an order that a seed decides.
struct `Many requests in disorder` {
    @Test(arguments: 1...4) func `keep every promise`(_ seed: UInt64) async throws {
        let crowd = Crowd(seed: seed)
        let ends = await crowd.run(requests: 300)
        #expect(ends.count == 300)
        #expect(crowd.watch.mostPrompts <= 1, "two prompts were open at once")
        #expect(crowd.watch.doubleLogins == 0, "one user signed in twice at once")
        #expect(crowd.watch.leaks.isEmpty, "\(crowd.watch.leaks.prefix(3))")
        let known: Set<PortalError.Code> = [
            .cancelled, .signedOut, .tokenRequired, .tokenInvalid, .invalidCredentials, .connectionLost, .http,
        ]
        #expect(Set(ends.compactMap { $0?.code }).subtracting(known) == [])
        #expect(ends.contains { $0 == nil }, "no request got through")
        #expect(crowd.environment.authentication.waitingForTokens == 0)
        #expect(crowd.environment.authentication.waitingForAnswers == 0)
        // A request after the storm is served.
        crowd.calm()
        let last = await failure { () throws(PortalError) in try await crowd.ask("a.test") }
        #expect(last == nil, "the last request failed: \(String(describing: last))")
    }

    @Test func `differ by their seed and by nothing else`() {
        var one = SeededNumbers(7)
        var same = SeededNumbers(7)
        var other = SeededNumbers(8)
        let numbers = (0..<9).map { _ in one.next() }
        #expect(numbers == (0..<9).map { _ in same.next() })
        #expect(numbers != (0..<9).map { _ in other.next() })
    }
}
