internal import HTTPSemantics

extension PortalError {
    /// Names a failure; the URL loses its query.
    public init(_ code: Code, url: HTTPURL?, detail: String, underlying: (any Error)? = nil) {
        self.init(code, detail: detail, underlying: underlying)
        self.url = url?.withoutQuery
    }
}
