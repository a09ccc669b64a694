import HTTPSemantics
import Testing

@testable import PortalJudge

@Suite struct `What came around a refused request` {
    /// Requests of a few kinds, in an order that a seed decides.
    private static func requests(_ seed: UInt64) -> [Journal.Request] {
        var builder = EvidenceBuilder(.foreign)
        // The upper bits of the linear congruence of MMIX (D. E. Knuth, The Art of Computer Programming, volume 2).
        var state = seed
        for _ in 0..<60 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let kind = Int(state >> 33) % 12
            switch kind {
            case 0, 1:
                builder.login("wrong-\(kind)", code: 400)
                builder.refuse("password", "wrong password for alice", .passwordWrong)
            case 2: builder.login()
            case 3, 4:
                builder.request("GET", "portals/self", token: "token#\(kind)", code: 498)
                builder.refuse("token", "token#\(kind) was revoked", kind == 3 ? .tokenRevoked : .tokenExpired)
            case 5, 6, 7:
                builder.request("GET", kind == 5 ? "portals/self" : "search", code: 499)
                builder.refuse("access", "no user is signed in", .tokenMissing)
            case 8:
                builder.basic(verdict: .wrong)
                builder.refuse("web tier", "wrong password", .credentialsWrong)
            case 9: builder.request("GET", "search", token: "token#1")
            case 10: builder.request("GET", "portals/self")
            default:
                builder.trade("code-1", verifier: OAuthTexts.verifier, code: 400)
                builder.refuse("code", "no such code", .tokenExchange)
            }
        }
        return builder.evidence.journal.requests
    }

    private static func isSamePlace(_ one: Journal.Request, _ other: Journal.Request) -> Bool {
        one.operation == other.operation && one.origin == other.origin
    }

    /// What a request of ``requests(_:)`` identified itself with.
    private static func identity(_ request: Journal.Request) -> [String] {
        request.presented.map(\.alias) + [request.headers.first(named: "Authorization")].compactMap { $0 }
            + ["password", "code"].compactMap { request.formValue($0) }
    }

    @Test(arguments: 1...5) func `is what a look at each other request tells`(_ seed: UInt64) {
        let requests = Self.requests(seed)
        let history = RefusalHistory(requests)
        let causes = requests.map { RefusalCauseCheck.refusal(of: $0)?.1 }
        for (index, request) in requests.enumerated() {
            let later = requests.indices.dropFirst(index + 1)
            let granted = later.contains {
                Self.isSamePlace(requests[$0], request) && causes[$0] == nil && requests[$0].answer?.code == 200
            }
            #expect(history.isGrantedLater(index, request) == granted, "request \(index + 1) of \(seed)")
            let followed = later.contains { place in
                let other = requests[place]
                if other.isTokenRequest || other.isTokenEndpoint { return causes[place] != nil }
                return Self.isSamePlace(other, request) && !other.presented.isEmpty
            }
            #expect(history.isFollowedByToken(index, request) == followed, "request \(index + 1) of \(seed)")
            let identity = Self.identity(request)
            let repeated = requests.indices.prefix(index).contains {
                causes[$0] != nil && causes[$0] == causes[index] && !identity.isEmpty
                    && Self.isSamePlace(requests[$0], request) && Self.identity(requests[$0]) == identity
            }
            #expect(history.isRepetition(index) == repeated, "request \(index + 1) of \(seed)")
        }
    }
}
