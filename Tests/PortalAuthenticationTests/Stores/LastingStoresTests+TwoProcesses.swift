import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

/// Stores that two processes use.
extension `Stores that outlive a run` {
    @Test func `of two processes keep the changes of both`() async throws {
        let one = try await run(kept)
        one.environment.credentials.add(try PaperCredential("https://shared.test/portal", token: "s1"))
        try await one.environment.credentials.save()
        let two = try await run(kept)
        one.environment.credentials.add(try PaperCredential("https://one.test/portal", token: "1"))
        try await one.environment.credentials.save()
        two.environment.credentials.add(try PaperCredential("https://two.test/portal", token: "2"))
        // What one of them has renewed stays renewed when the other one writes.
        let renewed = try #require(try paper(one, for: "https://shared.test/portal"))
        renewed.text = "s2"
        await one.environment.authentication.credentialUpdated(renewed)
        try await two.environment.credentials.save()
        let third = try await run(kept)
        for (host, token) in [("one", "1"), ("two", "2"), ("shared", "s2")] {
            #expect(try paper(third, for: "https://\(host).test/portal")?.text == token)
        }
        // What one of them has taken out stays out.
        one.environment.credentials.remove(renewed)
        try await one.environment.credentials.save()
        two.environment.credentials.add(try PaperCredential("https://two.test/portal", token: "2b"))
        try await two.environment.credentials.save()
        #expect(try paper(try await run(kept), for: "https://shared.test/portal") == nil)
        // And a sign-out forgets what both have kept.
        await one.environment.authentication.signOut()
        #expect(kept.entries() == nil)
        let left = try #require(try paper(two, for: "https://shared.test/portal"))
        left.text = "s3"
        await two.environment.authentication.credentialUpdated(left)
        #expect(kept.entries() == [:])
    }

    /// What is written is what was changed, and no other credential is looked at for it.
    ///
    /// How many additions one writing holds depends on when it begins; changes that take as much room as the store have it written anew.
    @Test(arguments: [60, 31]) func `of many credentials write the one that has changed`(atOnce: Int) async throws {
        let place = try StorePlace()
        let (one, two) = (try await run(try place.store()), try await run(try place.store()))
        let papers = try (0..<60).map { try PaperCredential("https://h\($0).test/portal", token: "token \($0)") }
        for batch in [papers.prefix(atOnce), papers.dropFirst(atOnce)] {
            for paper in batch { one.environment.credentials.add(paper) }
            try await one.environment.credentials.save()
        }
        // A run that begins writes the store as a whole.
        _ = try await run(try place.store())
        let before = papers.map(\.writingCount)
        let files = place.names
        papers[7].text = "new"
        await one.environment.authentication.credentialUpdated(papers[7])
        #expect(Set(place.names).subtracting(files).count == 1, "\(place.names)")
        #expect(zip(papers, before).map { $0.writingCount - $1 } == (0..<60).map { $0 == 7 ? 1 : 0 })
        // Another process keeps what it does not know, takes out what it does, and brings back what it renewed meanwhile.
        two.environment.credentials.add(try PaperCredential("https://two.test/portal", token: "2"))
        one.environment.credentials.remove(papers[8])
        try await two.environment.credentials.save()
        try await one.environment.credentials.save()
        let third = try await run(try place.store())
        #expect(third.environment.credentials.credentials.count == 60)
        #expect(try paper(third, for: "https://h7.test/portal")?.text == "new")
        #expect(try paper(third, for: "https://two.test/portal")?.text == "2")
        #expect(try paper(third, for: "https://h8.test/portal") == nil)
        // Passwords and exceptions likewise.
        for index in 0..<60 {
            try await third.environment.networkCredentials.add(
                .password(username: "user \(index)", Secret("p")), for: try Web.space(.digest, realm: "realm \(index)"))
        }
        // A mark that combines with the blank before it.
        try await third.environment.networkCredentials.add(
            .password(username: "mark", Secret("p")), for: try Web.space(.digest, realm: "\u{301}x"))
        await third.environment.trust.grant(TrustGrant(host: "one.test", port: nil, scope: .host))
        try await third.environment.networkCredentials.save()
        try await third.environment.networkCredentials.add(
            .password(username: "new", Secret("p")), for: try Web.space(.digest, realm: "realm 5"))
        await third.environment.networkCredentials.remove(for: try Web.space(.digest, realm: "realm 6"))
        await third.environment.trust.grant(TrustGrant(host: "two.test", port: 8443, scope: .host))
        await third.environment.trust.revoke(host: "one.test")
        try await third.environment.networkCredentials.save()
        #expect(place.names.contains { $0.hasPrefix("network-credentials.store.") }, "\(place.names)")
        let fourth = try await run(try place.store())
        let network = fourth.environment.networkCredentials.credentials
        #expect(network == third.environment.networkCredentials.credentials && network.count == 60)
        #expect(fourth.environment.trust.grants.map(\.host) == ["two.test"])
    }
}
