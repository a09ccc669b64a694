internal import HTTPSemantics
package import Platform
package import PortalAuthentication
package import PortalTransport
package import TLSIdentity

/// What stands in front of a portal and asks for client certificates, as seen through a transport.
package final class PretendFront: Sendable {
    package enum Refusal: Sendable { case tls, nginx, iis(String), apache }
    package struct Host: Sendable {
        package var accepted: [ClientIdentity]
        package var issuers: [[UInt8]]
        package var isRequired = true
        package var refusal = Refusal.tls
        /// Paths that are closed to users who are not listed; over HTTP.
        package var closed: [(path: String, to: [ClientIdentity])] = []

        package init(
            accepted: [ClientIdentity], issuers: [[UInt8]], isRequired: Bool = true, refusal: Refusal = .tls,
            closed: [(path: String, to: [ClientIdentity])] = []
        ) {
            self.accepted = accepted
            self.issuers = issuers
            self.isRequired = isRequired
            self.refusal = refusal
            self.closed = closed
        }
    }
    package let hosts: Locked<[String: Host]>

    package init(_ hosts: [String: Host]) { self.hosts = Locked(hosts) }

    package func stage(_ identities: ClientIdentityStore = ClientIdentityStore()) -> Stage {
        let portal = PretendPortal()
        portal.change { $0.self_ = "public" }
        return Stage(
            identities: identities,
            script: { [self] sent throws(TransportError) in
                try answer(sent) { portal.answer(sent) }
            })
    }

    package func answer(
        _ sent: ScriptedTransport.Sent, _ behind: () -> HTTPResponse
    ) throws(TransportError) -> HTTPResponse {
        guard let origin = Origin(ofURL: sent.url), let host = hosts.withLock({ $0[origin.host] }) else {
            return behind()
        }
        func failure(
            _ code: TransportError.Code, _ cause: ClientCertificateFailure.Cause, _ identity: ClientIdentity?
        ) -> TransportError {
            TransportError(
                code, url: origin.description, detail: "an alert",
                clientCertificate: ClientCertificateFailure(
                    origin: origin, cause: cause, acceptableIssuers: host.issuers, identity: identity))
        }
        var shown: ClientIdentity?
        switch sent.identity {
        case .undecided: throw failure(.clientCertificateRequested, .missing, nil)
        case .none: break
        case .identity(let identity): shown = identity
        }
        let request = ClientCertificateRequest(acceptableIssuers: host.issuers, wasAnswered: shown != nil)
        let isAccepted = shown.map(host.accepted.contains) ?? !host.isRequired
        if !isAccepted {
            switch host.refusal {
            case .tls:
                throw shown == nil
                    ? failure(.clientCertificateRequired, .missing, nil)
                    : failure(.clientCertificateRejected, .unknownAuthority, shown)
            case .nginx:
                let title = shown == nil ? "No required SSL certificate was sent" : "The SSL certificate error"
                return page(400, "<html><head><title>400 \(title)</title></head></html>", request)
            case .iis(let subStatus): return page(403, "<h2>HTTP Error \(subStatus)</h2>", request)
            case .apache: return page(403, "<title>403 Forbidden</title>", request)
            }
        }
        let closed = host.closed.first { sent.path.contains($0.path) }
        if let closed, !(shown.map(closed.to.contains) ?? false) {
            return page(403, "<title>403 Forbidden</title>", request)
        }
        var response = behind()
        response.certificateRequest = request
        return response
    }

    private func page(_ status: Int, _ text: String, _ request: ClientCertificateRequest) -> HTTPResponse {
        var response = HTTPResponse.text(text, type: "text/html; charset=utf-8", status: status)
        response.certificateRequest = request
        return response
    }
}

/// Identities for tests; one authority for all of them.
package enum Identities {
    private static let made = Result { () throws(TLSIdentityError) in try TestPKI() }
    package static func pki() throws -> TestPKI { try made.get() }
    package static func named(_ name: String) throws -> ClientIdentity {
        let issued = try pki().issueIdentity(name)
        return try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    }
}

extension ScriptedTransport.Sent {
    /// Who is shown: `undecided`, `none` or the common name.
    package var shown: String {
        switch identity {
        case .undecided: "undecided"
        case .none: "none"
        case .identity(let identity): identity.commonName
        }
    }
}
