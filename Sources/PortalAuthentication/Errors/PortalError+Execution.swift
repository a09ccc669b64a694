internal import PortalTransport

extension PortalError {
    /// Whether the request may have been carried out although nothing says so: it was cut off, or its answer tells nothing.
    ///
    /// What changes something is then not to be sent again before a look at what is there (RFC 9110 §9.2.2). False where the server
    /// refused the request, and where nothing was sent.
    public var mayHaveBeenCarriedOut: Bool {
        if let broken = underlying as? TransportError { return broken.mayHaveBeenSent }
        if let status = httpStatus, status >= 500 { return true }
        if let code = serviceCode { return code >= 500 && code < 600 }
        return [.malformedJSON, .emptyBody, .unexpectedContent, .responseTooLarge, .redirectRefused].contains(code)
    }
}
