// The journal's words are the blueprint's, without its braces.
extension Blueprint.Fault.Play {
    /// What the journal calls it, as `reset body 10`.
    package var words: String {
        switch self {
        case .connection(let play): play.rawValue
        case .request(.raw(let play)): play.words
        case .request(.content(let play)): play.words
        case .request(.dress(let dress)): "dress \(dress.rawValue)"
        }
    }
}

extension Blueprint.Fault.RawPlay {
    fileprivate var words: String {
        switch self {
        case .cut(let cut, .start): cut.rawValue
        case .cut(let cut, .head(let count)): "\(cut.rawValue) head \(count)"
        case .cut(let cut, .body(let count)): "\(cut.rawValue) body \(count)"
        case .halfClose: "halfClose"
        case .drip(let rate): "drip \(rate)"
        case .records: "records"
        case .contentLength(let difference): "contentLength \(difference)"
        case .truncatedChunk: "truncatedChunk"
        case .endlessBody: "endlessBody"
        }
    }

    /// Whether it is played on the portal's own answer; else the portal never sees the request.
    var needsAnswer: Bool {
        switch self {
        case .cut(_, .body), .halfClose, .drip, .records, .contentLength, .truncatedChunk: true
        case .cut(_, .start), .cut(_, .head), .endlessBody: false
        }
    }
}

extension Blueprint.Fault.ContentPlay {
    fileprivate var words: String {
        switch self {
        case .emptyBody: "emptyBody"
        case .loginPage: "loginPage"
        case .malformedJSON: "malformedJSON"
        case .deepJSON(let depth): "deepJSON \(depth)"
        case .status(let status, _): "status \(status)"
        case .envelope(let code): "envelope \(code)"
        case .badGzip: "badGzip"
        }
    }
}
