import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

private let now: Int64 = 1_700_000_000_000

/// Moments of portal time that lie so far ahead that no number of milliseconds stands for them.
@Suite struct `Later moments` {
    @Test(
        arguments: [
            (.seconds(60), now + 60_000), (.milliseconds(Int64.max), .max), (.seconds(Int64.max), .max),
            (.seconds(-60), now - 60_000), (.seconds(Int64.min), now + .min),
        ] as [(Duration, Int64)])
    func `are the nearest that a number stands for`(duration: Duration, moment: Int64) {
        #expect(now.later(by: duration) == moment)
    }

    @Test func `lie no further back than a number goes`() {
        #expect((-now).later(by: .seconds(Int64.min)) == .min)
    }

    @Test(arguments: [Duration.milliseconds(Int64.max), .seconds(Int64.max)])
    func `end tokens that are issued without a request`(lifetime: Duration) throws {
        let probe = try SiteProbe("token", ["access": "private"])
        func code(_ lifetime: Duration) throws -> Int {
            let issued = try probe.site.issueToken(for: "alice", lifetime: lifetime, referer: nil, at: probe.time)
            return probe.get("portals/self", token: issued.token.reveal { $0 }).code
        }
        #expect(try code(lifetime) == 200)
        #expect(try code(.zero - lifetime) == 498)
    }

    @Test func `lock an account`() {
        var accounts = LoginGuard()
        var rule = Blueprint.Lockout()
        rule.attempts = 1
        rule.duration = .milliseconds(Int64.max)
        accounts.failed("alice", at: now, rule: rule)
        let isLocked = accounts.isLocked("alice", at: now + 1)
        #expect(isLocked)
    }

    @Test func `stand in the field Retry-After of a fault`() {
        func field(after pause: Duration) -> String? {
            let play = Blueprint.Fault.ContentPlay.status(503, retryAfter: .date(after: pause))
            return play.response(at: now).headers.first(named: "Retry-After")
        }
        #expect(field(after: .milliseconds(1)) == "Tue, 14 Nov 2023 22:13:21 GMT")
        #expect(field(after: .milliseconds(Int64.max))?.hasSuffix(" GMT") == true)
    }
}
