internal import Platform
internal import PortalJudge

/// Remembers what each process of a client made up, so that a value that is built in shows; as salted hashes, never as texts.
///
/// Runs side by side end in any order, so that the ledger is read once all have ended: each of two runs with one value is told of the
/// other, whichever came first.
final class FreshValueLedger: Sendable {
    /// One process of the client.
    struct Process: Hashable, Sendable {
        /// The run that it was started for, or its twin.
        let run: String
        fileprivate let number: Int
    }
    private struct Entry: Hashable {
        let kind: FreshValue.Kind
        let hash: Int
    }
    private struct State {
        var count = 0
        var processes: [Entry: [Process]] = [:]
        /// The number of the request by which a process brought a value.
        var requests: [Process: [Entry: Int]] = [:]
    }
    private let state = Locked(State())
    /// Beside the seed of the process, which a setting of the machine may make constant.
    private let salt = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Notes what a process made up.
    func note(_ values: [FreshValue], of run: String) {
        guard !values.isEmpty else { return }
        let entries = values.map { (entry($0), $0.request) }
        state.withLock { state in
            state.count += 1
            let process = Process(run: run, number: state.count)
            for (entry, request) in entries {
                state.processes[entry, default: []].append(process)
                state.requests[process, default: [:]][entry] = request
            }
        }
    }

    /// What the processes of a run sent that another process sent too, once for each kind; the other is the first by name.
    func reuses(of run: String) -> [Evidence.Reuse] {
        state.withLock { state in
            var found: [FreshValue.Kind: Evidence.Reuse] = [:]
            for (entry, processes) in state.processes where processes.count > 1 {
                for process in processes where process.run == run {
                    let others = processes.filter { $0 != process }.map(\.run).sorted()
                    guard let request = state.requests[process]?[entry],
                        let other = others.first(where: { $0 != run }) ?? others.first
                    else { continue }
                    let reuse = Evidence.Reuse(kind: entry.kind, request: request, other: other)
                    if let known = found[entry.kind], (known.request, known.other) <= (request, other) { continue }
                    found[entry.kind] = reuse
                }
            }
            return FreshValue.Kind.allCases.compactMap { found[$0] }
        }
    }

    private func entry(_ value: FreshValue) -> Entry {
        var hasher = Hasher()
        hasher.combine(salt.0)
        hasher.combine(salt.1)
        hasher.combine(value.text)
        return Entry(kind: value.kind, hash: hasher.finalize())
    }
}
