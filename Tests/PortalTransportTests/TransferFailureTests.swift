import Testing

@testable import PortalTransport

/// What no peer brings about whenever it is asked to.
@Suite struct `A handshake that could not begin` {
    struct Loss: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        var sendings = 0
        let code: TransportError.Code
    }

    /// libcurl's words where the socket was reset before it could ask for its peer (lib/cf-socket.c), and others with the same code.
    @Test(arguments: [
        Loss(
            testDescription: "a reset before its first byte",
            text: "getpeername() failed with errno 107: Transport endpoint is not connected", code: .connectionLost),
        Loss(
            testDescription: "the same words in an alert", text: "TLS alert: getpeername() failed",
            code: .secureConnectionFailed),
        Loss(
            testDescription: "a request that was sent before", text: "getpeername() failed with errno 107: no",
            sendings: 1, code: .secureConnectionFailed),
        Loss(testDescription: "no words", text: "", code: .secureConnectionFailed),
    ]) func `is a lost connection, and no fault of TLS`(_ loss: Loss) throws {
        let request = try PreparedRequest(
            HTTPRequest(url: "https://h.test/a"), defaults: TransportLimits(), origins: OriginReader())
        // 35 is CURLE_SSL_CONNECT_ERROR.
        let failure = TransferFailure(
            code: 35, text: loss.text, request: request, proxy: nil, connection: nil, offer: .none,
            installFailure: nil, refusal: nil, headSize: 0, isHeadComplete: false, isProxyDemand: false,
            sendings: loss.sendings, isRepeatRefused: false, isConnectingRefused: false, connectStatus: 0,
            hasBegunToRead: false)
        #expect(failure.error.code == loss.code && failure.error.mayHaveBeenSent == (loss.sendings > 0))
    }
}
