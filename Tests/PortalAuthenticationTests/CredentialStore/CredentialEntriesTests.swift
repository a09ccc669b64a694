import HTTPSemantics
import PretendPortals
import Testing

@testable import PortalAuthentication

@Suite struct `Entries of a credential store` {
    private typealias Entry = CredentialEntries.Entry

    @Test func `are those of a list that is looked through`() throws {
        var numbers = SeededNumbers(7)
        let papers = try (0..<6).map { try PaperCredential("https://h\($0).test/portal", token: "\($0)") }
        let urls = try (0..<8).map { try HTTPURL("https://h.test/server/\($0)") }
        var entries = CredentialEntries()
        var list: [Entry] = []
        for round in 0..<3000 {
            let paper = papers[Int.random(in: 0..<6, using: &numbers)]
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                let gone = entries.remove(paper)
                #expect(gone.map(\.placeKey) == list.filter { $0.credential === paper }.map(\.placeKey))
                list.removeAll { $0.credential === paper }
            } else {
                let key = entries.key(of: paper) ?? "credential \(round)"
                let entry = Entry(paper, below: urls[Int.random(in: 0..<8, using: &numbers)], key: key)
                let old = entries.keep(entry)
                #expect(old?.key == list.first { $0.placeKey == entry.placeKey }?.key)
                list.removeAll { $0.placeKey == entry.placeKey }
                list.append(entry)
            }
            #expect(entries.map(\.placeKey) == list.map(\.placeKey) && entries.map(\.key) == list.map(\.key))
            #expect(entries.lastFirst.map(\.placeKey) == list.reversed().map(\.placeKey))
            #expect(entries.count == list.count && entries.isEmpty == list.isEmpty)
            for paper in papers {
                let own = list.filter { $0.credential === paper }
                #expect(entries.key(of: paper) == own.first?.key)
                #expect(entries.entries(of: paper).map(\.placeKey) == own.map(\.placeKey))
                #expect(entries.credentials.contains { $0 === paper } == !own.isEmpty)
                guard let entry = own.first else { continue }
                if case .credential(let found) = entries.holding(entry.key) {
                    #expect(found === paper)
                } else {
                    Issue.record("\(entry.key) is not found")
                }
                if case .place(let found) = entries.holding(entry.placeKey) {
                    #expect(found.credential === paper && entries[entry.placeKey]?.key == entry.key)
                } else {
                    Issue.record("\(entry.placeKey) is not found")
                }
            }
            #expect(
                entries.holding("credential none") == nil && entries.credentials.count == Set(list.map(\.key)).count)
        }
    }
}
