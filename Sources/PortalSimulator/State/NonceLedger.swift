internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// The nonces that a portal has issued, the least recently used of which are forgotten.
struct NonceLedger {
    private var records: [String: Record] = [:]
    private var issued = 0
    private var tick: UInt64 = 0
    /// Whether a right answer has come.
    private var wasUsed = false

    /// How many nonces are remembered.
    let capacity: Int

    private struct Record {
        let number: Int
        /// Portal time in milliseconds.
        let time: Int64
        var uses = 0
        var isEnded = false
        var counts = NonceCountWindow()
        var session: Session?
        var lastUse: UInt64
    }

    /// The first nonce and cnonce of a session, from which its key is made (RFC 7616 §3.4.2).
    struct Session: Sendable, Equatable {
        let nonce: String
        let cnonce: String
    }

    init(capacity: Int = ResourceLimits().nonces) { self.capacity = max(4, capacity) }

    /// Issues a nonce.
    mutating func issue(at time: Int64, session: Session? = nil) -> Issued {
        issued += 1
        tick += 1
        if records.count >= capacity { forgetOldest() }
        let text = Base64URL.encode(randomBytes(24))
        records[text] = Record(number: issued, time: time, session: session, lastUse: tick)
        return Issued(text: text, alias: Self.alias(issued))
    }

    /// A nonce with its alias.
    struct Issued: Sendable, Equatable {
        let text: String
        let alias: String
    }

    /// What is known of a nonce; nil where it was never issued or is forgotten.
    func known(_ text: String) -> (alias: String, session: Session?)? {
        records[text].map { (Self.alias($0.number), $0.session) }
    }

    /// What a nonce is to a request whose response is right.
    enum Use {
        case fresh
        /// It was used with this count before.
        case replayed
        /// It is not good any longer, and why.
        case stale(String)
    }

    /// Uses a nonce for a request whose response is right.
    mutating func use(
        _ text: String, count: NonceCount?, session: Session?, at time: Int64, rules: Blueprint.WebAuthentication
    ) -> Use {
        guard var record = records[text] else { return .stale("the nonce is not known") }
        let alias = Self.alias(record.number)
        tick += 1
        record.lastUse = tick
        defer { records[text] = record }
        if rules.nonceCount == .checked, let count {
            switch record.counts.use(count.value) {
            case .fresh: break
            case .seen: return .replayed
            case .forgotten: return .stale("\(alias) has gone far beyond this count")
            }
        }
        if rules.stale == .first, !wasUsed {
            endAll()
            record.isEnded = true
        }
        wasUsed = true
        if rules.stale == .always { return .stale("the blueprint calls every nonce stale") }
        if record.isEnded { return .stale("\(alias) was ended") }
        if rules.nonceLifetime > .zero, time - record.time >= rules.nonceLifetime.inMilliseconds {
            return .stale("\(alias) has outlived its time")
        }
        if rules.nonceUses > 0, record.uses >= rules.nonceUses { return .stale("\(alias) is used up") }
        record.uses += 1
        if record.session == nil { record.session = session }
        return .fresh
    }

    /// Makes every nonce stale that is out there.
    mutating func endAll() {
        for text in records.keys { records[text]?.isEnded = true }
    }

    private static func alias(_ number: Int) -> String { "nonce#\(number)" }

    /// Forgets a quarter at once, so that a flood of requests without credentials does not sort for each.
    private mutating func forgetOldest() {
        let uses = records.values.map(\.lastUse).sorted()
        let limit = uses[uses.count / 4]
        records = records.filter { $0.value.lastUse > limit }
    }
}
