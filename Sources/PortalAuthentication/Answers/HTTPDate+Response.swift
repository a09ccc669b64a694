internal import HTTPSemantics
internal import PortalTransport

extension HTTPDate {
    /// The `Date` of an answer.
    static func moment(of response: HTTPResponse) -> Timestamp? {
        response.headers.first(named: "Date").flatMap(HTTPDate.parse)
    }
}
