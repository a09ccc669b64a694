import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// HTTPie (httpie.io), whose words for forms, JSON and files are its own.
@Suite(.httpie) struct `HTTPie at the fake` {
    private func run(_ fake: FakePortal, _ arguments: [String], trusting: Bool = true) async throws -> ForeignClient {
        let folder = try #require(Peers.folder(fromPyPI: "httpie"))
        return try await ForeignClient.run(
            "python3",
            ["-m", "httpie", "--ignore-stdin", "--check-status"] + (trusting ? ["--verify=\(fake.authority)"] : [])
                + arguments,
            environment: ["PYTHONPATH=\(folder)", "HTTPIE_CONFIG_DIR=\(fake.folder.path)"])
    }

    /// The JSON that it prints.
    private func answer(_ fake: FakePortal, _ arguments: [String]) async throws -> JSONValue {
        let run = try await run(fake, arguments)
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    @Test func `signs in with a form and edits with one of parts`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let rest = fake.portal.url + "/sharing/rest/"
        let password = try fake.password()
        let signedIn = try await answer(
            fake,
            [
                "--form", "POST", rest + "generateToken", "f=json", "client=requestip", "username=alice",
                "password=\(password)",
            ])
        let bearer = "X-Esri-Authorization:Bearer " + (try #require(signedIn["token"]?.string))
        let me = try await answer(fake, ["GET", rest + "community/self", "f==json", bearer])
        #expect(me["username"] == "alice")
        let hydrants = fake.service("Inspections/FeatureServer/0")
        let edit = try await answer(
            fake,
            [
                "--multipart", "POST", hydrants + "/addFeatures", bearer, "f=json",
                #"features=[{"geometry":{"x":-13035000,"y":4031000},"attributes":{"STREET":"Süd & Ost+ 北"}}]"#,
            ])
        #expect(edit["addResults"]?.array?.map { $0["success"] } == [true])
        let id = try #require(edit["addResults"]?.array?.first?["objectId"]?.integer)
        let found = try await answer(
            fake, ["GET", hydrants + "/query", "f==json", "where==STREET = 'Süd & Ost+ 北'", "outFields==*"])
        #expect(found["features"]?.array?.map { $0["attributes"]?["OBJECTID"] } == [.integer(id)])

        let photo = try fake.folder.write("\u{1}\u{2} photo \r\n--\r\n", as: "größe.png")
        let attached = try await answer(
            fake,
            [
                "--multipart", "POST", "\(hydrants)/\(id)/addAttachment", bearer, "f=json",
                "attachment@\(photo);type=image/png",
            ])
        #expect(attached["addAttachmentResult"]?["success"] == true)
        let listed = try await answer(fake, ["GET", "\(hydrants)/\(id)/attachments", "f==json"])
        let infos = try #require(listed["attachmentInfos"]?.array)
        #expect(infos.map { $0["name"] } == ["größe.png"] && infos.map { $0["contentType"] } == ["image/png"])
        let kept = fake.folder.path + "/kept"
        let attachment = try #require(attached["addAttachmentResult"]?["objectId"]?.integer)
        let download = try await run(fake, ["--download", "-o", kept, "\(hydrants)/\(id)/attachments/\(attachment)"])
        #expect(download.code == 0, "\(download.errors)")
        #expect(try await ForeignClient.run("cmp", [kept, photo]).code == 0)

        let seen = fake.portal.journal().requests
        #expect(
            seen.map { "\($0.method) \($0.operation)" } == [
                "POST generateToken", "GET community/self", "POST Inspections/addFeatures", "GET Inspections/query",
                "POST Inspections/addAttachment", "GET Inspections/attachments", "GET Inspections/attachment",
            ])
        #expect(seen.allSatisfy { $0.answer?.status == 200 && $0.answer?.code == 200 })
        #expect(
            seen.map { $0.presented.map(\.carrier) } == [[], [.esriHeader], [.esriHeader], [], [.esriHeader], [], []])
        #expect(seen.allSatisfy { !$0.target.contains(password) })
    }

    @Test(arguments: ["basic", "digest"]) func `a password opens a web tier`(scheme: String) async throws {
        let fake = try FakePortal(scheme)
        defer { fake.portal.stop() }
        let credential = ["--auth-type", scheme, "--auth", "alice:\(try fake.password())"]
        #expect(try FakePortal.user(in: try await answer(fake, credential + ["GET", fake.whoAmI]).text()) == "alice")
        let shown = fake.portal.journal().requests
        // Basic is shown at once, Digest to a challenge.
        #expect(shown.map { $0.answer?.status } == (scheme == "basic" ? [200] : [401, 200]))
        #expect(shown.last?.authorization?.scheme == scheme && shown.last?.authorization?.verdict == .right)
        let wrong = try await run(fake, ["--auth-type", scheme, "--auth", "alice:wrong", "GET", fake.whoAmI])
        // 4 says that the status was 4xx.
        #expect(wrong.code == 4)
        #expect(fake.portal.journal().requests.last?.authorization?.verdict == .wrong)
    }

    @Test func `an authority that it does not know gets no request`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let run = try await run(fake, ["GET", fake.whoAmI], trusting: false)
        #expect(run.code == 1 && run.errors.contains("CERTIFICATE_VERIFY_FAILED"), "\(run.errors)")
        #expect(fake.portal.journal().requests.isEmpty && !fake.portal.journal().connections.isEmpty)
    }

    @Test func `what is no address of a portal is a status, and what a portal refuses an error in JSON`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        #expect(try await run(fake, ["GET", fake.portal.url + "/nowhere"]).code == 4)
        let refused = try await answer(fake, ["GET", fake.service("Traffic/FeatureServer/0"), "f==json"])
        #expect(refused["error"]?["code"] == 499 && refused["error"]?["message"] == "Token Required")
        #expect(fake.portal.journal().requests.map { $0.answer?.status } == [404, 200])
    }
}
