extension [Step] {
    /// Whether more than one thing that may send something is ever under way at once.
    ///
    /// A single task beside steps that only move clocks, wait, or act on the portal is as good as a step of its own.
    var isConcurrent: Bool {
        var isBusy = false
        return contains { $0.meets(&isBusy) }
    }
}

extension Step {
    /// Whether it runs beside something else; `isBusy` says whether a task is under way, before and after.
    fileprivate func meets(_ isBusy: inout Bool) -> Bool {
        switch self {
        case .join:
            isBusy = false
            return false
        case .background(let background):
            if isBusy || background.count > 1 || background.steps.isConcurrent { return true }
            isBusy = true
            return false
        case .parallel(let count, let steps):
            return isBusy || count * steps.count > 1 || steps.isConcurrent
        case .repeated(let count, let steps):
            // What one round leaves running meets the next.
            for _ in 0..<Swift.min(count, 2) { for step in steps where step.meets(&isBusy) { return true } }
            return false
        default: return isBusy && !isQuiet
        }
    }

    /// Whether it lets the client send nothing of its own accord.
    var isQuiet: Bool {
        switch self {
        case .advance, .waitFor, .portal, .issue, .cancel, .cancelLoad, .join, .describe, .answers: true
        default: false
        }
    }
}
