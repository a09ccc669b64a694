import Fuzzing
import PretendPortals
import Testing

@testable import PortalAuthentication

@Suite struct CallbackRules {
    private static let state = SignInRequest.state

    private static func rule(port: Int = 4711) throws -> CallbackRule {
        CallbackRule(
            redirectURI: try RedirectURI("http://127.0.0.1:\(port)/callback"), path: "/callback",
            authority: "127.0.0.1:\(port)", state: state)
    }

    @Test func `No part of a request is more than incomplete`() throws {
        let rule = try Self.rule()
        let whole = Array(SignInRequest.back(to: 4711).utf8)
        for count in 0..<whole.count { #expect(rule.verdict(on: whole.prefix(count)) == .incomplete) }
        #expect(
            rule.verdict(on: whole) == .callback(target: "/callback?code=C0de&state=\(Self.state)", .signedIn))
    }

    @Test(.ownThread) func `Whatever a stranger who does not know the state sends is no answer`() throws {
        let rule = try Self.rule()
        let text = SignInRequest.back(to: 4711)
        let whole = Array(text.utf8)
        let start = text.utf8.distance(
            from: text.startIndex, to: try #require(text.firstRange(of: Self.state)).lowerBound)
        var numbers = SeededNumbers(8252)
        for _ in 0..<20_000 {
            var bytes = whole
            // One byte of the state is another one, and anything else may be.
            let place = start + Int.random(in: 0..<Self.state.utf8.count, using: &numbers)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            for _ in 0..<Int.random(in: 0..<4, using: &numbers) {
                let other = Int.random(in: 0..<bytes.count, using: &numbers)
                if other < start || other >= start + Self.state.utf8.count {
                    bytes[other] = UInt8.random(in: 0...255, using: &numbers)
                }
            }
            if case .callback = rule.verdict(on: bytes) {
                Issue.record("taken: \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
