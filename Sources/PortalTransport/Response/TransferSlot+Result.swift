/// What a finished transfer comes to.
extension TransferSlot {
    func result(code: Int32) -> Result<HTTPResponse, TransportError> {
        guard let transfer else { return .failure(TransportError(.library, url: "", detail: "no transfer")) }
        guard code == 0, assembly.isHeadComplete else {
            return .failure(
                TransferFailure(
                    code: code, words: String(cString: errorText), request: transfer.request,
                    connection: connection, offer: pool.offer, installFailure: installFailure,
                    refusal: assembly.refusal, headSize: assembly.headSize,
                    isHeadComplete: assembly.isHeadComplete, sendings: sendings,
                    isRepeatRefused: isRepeatRefused, connectStatus: easy.connectStatus
                ).error)
        }
        let (head, body) = assembly.finished()
        return .success(
            HTTPResponse(
                status: head.status, headers: head.fields, body: body,
                peerCertificates: connection?.chain ?? [], certificateRequest: connection?.certificateRequest,
                httpVersion: head.version))
    }
}
