internal import HTTPSemantics

/// What is left of a blueprint's faults: how often each may still be let pass, and how often it may still be played.
struct FaultLedger {
    fileprivate var entries: [Entry]

    fileprivate struct Entry {
        let fault: Blueprint.Fault
        var skips: Int
        var left: Int?
    }

    /// What a fault may be meant for.
    enum Subject {
        /// The so-manieth connection of its listener.
        case connection(Int)
        /// The so-manieth request of the portal; `ordinal` counts on its connection.
        case request(Int, operation: String, path: String, ordinal: Int)
    }

    init(_ faults: [Blueprint.Fault]) {
        entries = faults.map { Entry(fault: $0, skips: $0.skip, left: $0.times) }
    }

    /// How often each may still be played; nil for ever.
    var left: [Int?] { entries.map(\.left) }

    /// The play that is due, which is then counted; nil where nothing goes wrong.
    mutating func next(for subject: Subject, at listener: ListenerFacts) -> Blueprint.Fault.Play? {
        for index in entries.indices where entries[index].isMeantFor(subject, at: listener) {
            if entries[index].skips > 0 {
                entries[index].skips -= 1
                continue
            }
            if let left = entries[index].left {
                guard left > 0 else { continue }
                entries[index].left = left - 1
            }
            return entries[index].fault.play
        }
        return nil
    }
}

extension FaultLedger.Entry {
    fileprivate func isMeantFor(_ subject: FaultLedger.Subject, at listener: ListenerFacts) -> Bool {
        if let only = fault.listener, only != listener.name { return false }
        switch (fault.address, subject) {
        case (.connection(let wanted), .connection(let number)): return wanted == number && isPossible(at: listener)
        case (.everyConnection(let step), .connection(let number)):
            return number.isMultiple(of: step) && isPossible(at: listener)
        case (.request(let wanted), .request(let number, _, _, let ordinal)): return wanted == number && mayBe(ordinal)
        case (.everyRequest(let step), .request(let number, _, _, let ordinal)):
            return number.isMultiple(of: step) && mayBe(ordinal)
        case (.operation(let wanted), .request(_, let operation, _, let ordinal)):
            return wanted == operation && mayBe(ordinal)
        case (.path(let prefix), .request(_, _, let path, let ordinal)):
            return PathPrefix.holds(prefix, for: path) && mayBe(ordinal)
        default: return false
        }
    }

    private func isPossible(at listener: ListenerFacts) -> Bool {
        guard case .connection(let play) = fault.play else { return false }
        return !play.needsTLS || listener.origin.isSecure
    }

    private func mayBe(_ ordinal: Int) -> Bool { !fault.needsKeptConnection || ordinal > 1 }
}
