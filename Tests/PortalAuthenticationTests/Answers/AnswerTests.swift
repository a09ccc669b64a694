import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

@Suite struct `Answers` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let response: HTTPResponse
        let code: PortalError.Code
        var serviceCode: Int?
        init(_ name: String, _ response: HTTPResponse, _ code: PortalError.Code, _ serviceCode: Int? = nil) {
            testDescription = name
            self.response = response
            self.code = code
            self.serviceCode = serviceCode
        }
    }
    static let cases = [
        Case("499 envelope", .tokenRequired, .tokenRequired, 499),
        Case("499 status", .text("<html>", status: 499), .tokenRequired),
        Case("498 status with page", .text("<html>", status: 498), .tokenInvalid),
        Case(
            "hosted service 499",
            .json([
                "error": [
                    "code": 499, "message": "Token Required", "messageCode": "GWM_0003", "details": ["Token Required"],
                ]
            ]), .tokenRequired, 499),
        Case(
            "not logged in", .json(["error": ["code": 400, "messageCode": "COM_0019", "message": "Not logged in."]]),
            .tokenRequired, 400),
        Case(
            "missing item",
            .json(["error": ["code": 400, "messageCode": "CONT_0001", "message": "Item does not exist"]]), .notFound,
            400),
        Case(
            "denied", .json(["error": ["code": 403, "message": "Token is valid but access is denied."]]), .accessDenied,
            403),
        Case(
            "denied permissions, not TLS",
            .json(["error": ["code": 403, "message": "You do not have permissions (ssl)"]]), .accessDenied, 403),
        Case(
            "service 500 null message", .json(["error": ["code": 500, "message": nil, "details": []]]), .service, 500),
        Case("no code", .json(["error": ["message": "odd"]]), .service),
        Case(
            "real 404 with envelope", .json(["error": ["code": 404, "message": "Service not found"]], status: 404),
            .notFound, 404),
        Case("administrator", .json(["status": "error", "messages": ["no"], "code": 500]), .service, 500),
        Case("billing", .json(["code": 500, "message": "x", "status": "failure"]), .service, 500),
        Case("failed job", .json(["status": "failed", "statusMessage": "{}"]), .service),
        Case("oauth", .json(["error": "invalid_client", "error_description": "no"], status: 400), .service),
        Case("page", .text("<html>login"), .unexpectedContent),
        Case("page without type", .text("  <!doctype html>", type: "application/octet-stream"), .unexpectedContent),
        Case("page 502", .text("<html>", status: 502), .http),
        Case("page 404", .text("<html>", status: 404), .notFound),
        Case("empty", .text(""), .emptyBody),
        Case("blank", .text(" \r\n", type: "application/json"), .emptyBody),
        Case("truncated", .text("{\"a\":", type: "application/json"), .malformedJSON),
        Case("deep", .text(String(repeating: "[", count: 10_000), type: "application/json"), .malformedJSON),
        Case(
            "401",
            HTTPResponse(
                status: 401, headers: [HeaderField("WWW-Authenticate", "Digest realm=\"R\", Basic realm=\"S\"")]),
            .httpAuthentication),
        Case("401 bare", HTTPResponse(status: 401), .httpAuthentication),
        Case("407", HTTPResponse(status: 407), .http),
        Case("redirect without target", HTTPResponse(status: 302), .http),
    ]

    @Test(arguments: cases) func `that are failures are typed and name the URL`(_ one: Case) async throws {
        let stage = Stage()
        stage.portal.can("/x", one.response, forEver: true)
        let error = await failure { () throws(PortalError) in
            try await stage.ask("https://h.test/portal/sharing/rest/x?secret=1")
        }
        #expect(error?.code == one.code)
        #expect(error?.serviceCode == one.serviceCode)
        #expect(error?.url == "https://h.test/portal/sharing/rest/x")
        #expect(error?.httpStatus == one.response.status)
    }

    @Test func `of the web tier carry the parsed challenges`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/x",
            HTTPResponse(
                status: 401,
                headers: [
                    HeaderField("WWW-Authenticate", "Negotiate"), HeaderField("www-authenticate", "Basic realm=\"S\""),
                ]))
        let error = await failure { () throws(PortalError) in
            try await stage.ask("https://h.test/portal/sharing/rest/x")
        }
        #expect(error?.challenges.map(\.method) == [.negotiate, .basic])
        #expect(error?.isAuthenticationError == true && error?.legacyCode == -1013)
    }

    @Test(arguments: [
        HTTPResponse.json(["services": []]), .text("\u{FEFF}{\"a\":1}", type: "text/plain"),
        .json(["status": "success", "code": 200]),
        .json(["error": nil, "ok": true]), .json([1, 2]), .json(["code": 7, "message": "a field of a feature"]),
    ])
    func `that are documents are not taken for failures`(_ response: HTTPResponse) async throws {
        let stage = Stage()
        stage.portal.can("/x", response)
        #expect(
            await failure { () throws(PortalError) in try await stage.ask("https://h.test/portal/sharing/rest/x") }
                == nil)
    }

    @Test(arguments: [
        (
            HTTPResponse.json(["error": ["code": 498, "message": "Invalid token."]]),
            PortalError.Code?.some(.tokenInvalid)
        ),
        (.text("<html>", status: 404), .notFound), (.text("<html>"), .unexpectedContent),
        (HTTPResponse(status: 200, body: [0x89, 0x50]), nil), (HTTPResponse(status: 200), nil),
        (.text("<svg/>", type: "image/svg+xml"), nil),
        (.text("<!DOCTYPE html>", type: "image/png"), .unexpectedContent),
    ])
    func `where bytes were asked for are never an error in disguise`(
        _ response: HTTPResponse, _ code: PortalError.Code?
    ) async throws {
        let stage = Stage()
        stage.portal.can("/x", response)
        let error = await failure { () throws(PortalError) in
            try await stage.environment.request(
                ArcGISRequest(try HTTPURL("https://h.test/portal/sharing/rest/x"), expecting: .bytes))
        }
        #expect(error?.code == code)
    }
}
