/// What the control API makes of a call, before anything is sent.
enum ControlAnswer {
    /// An answer that is ready.
    case now(Answer)
    /// A part of a journal, sent while it is read.
    case journal(MockPortal, JournalPage)
    /// An answer that comes once requests were seen, or the time is over.
    case wait(ControlWait)
    /// Events for as long as the caller stays; the text is what it was told last.
    case events(EventSource, lastID: String?)
}

/// What a call of `wait` waits for.
struct ControlWait {
    let portal: MockPortal
    let count: Int
    let filter: JournalFilter
    let timeout: Duration

    /// The longest time: a caller that needs more asks again.
    static let longest = Duration.seconds(600)
}
