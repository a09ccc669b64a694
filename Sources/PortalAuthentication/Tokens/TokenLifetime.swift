/// When a token is to be renewed, by the client's own clock (rule R7).
package enum TokenLifetime {
    /// The moment of renewal: the lifetime is what the issuer's clock says, shortened by min(margin, a tenth of it); a margin
    /// below zero is none.
    ///
    /// `issued` is the `Date` of the answer, so that a wrong clock on this side neither renews for ever nor too late.
    package static func renewal(expires: Timestamp?, issued: Timestamp?, received: Timestamp, margin: Duration)
        -> Timestamp?
    {
        guard let expires else { return nil }
        let lifetime = expires.milliseconds.subtractingReportingOverflow((issued ?? received).milliseconds)
        guard !lifetime.overflow else { return nil }
        // A token that is issued as already expired is used until it is refused; renewing it at once would never end.
        guard lifetime.partialValue > 0 else { return nil }
        let shortened = lifetime.partialValue - min(max(margin.milliseconds, 0), lifetime.partialValue / 10)
        return received.advanced(byMilliseconds: shortened)
    }
}
