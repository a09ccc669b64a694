internal import HTTPSemantics
internal import TLSIdentity

/// An answer as the driver of the engine has it; ``response`` is made of it on the thread of the one who asked.
struct ReceivedAnswer: Sendable {
    let head: ResponseHead
    /// The body, decompressed.
    let body: [UInt8]
    let peerCertificates: [CertificateSummary]
    let certificateRequest: ClientCertificateRequest?
    let sendings: Int

    var response: HTTPResponse {
        HTTPResponse(
            status: head.status, headers: head.fields, body: body, peerCertificates: peerCertificates,
            certificateRequest: certificateRequest, httpVersion: head.version, sendings: sendings)
    }
}
