import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// What a program does with fetch (fetch.spec.whatwg.org), in Node and in a page alike, and what must come of it.
enum FetchProgram {
    /// `talk(told)` signs in, edits with a FormData, attaches a file, reads all of it back and shows a wrong token.
    static let source = #"""
        async function talk({ portal, services, username, password }) {
          const said = {}, layer = services + "Inspections/FeatureServer/0", rest = portal + "/sharing/rest/";
          const ask = async (address, options) => (await fetch(address, options)).json();
          const form = (parameters) => {
            const data = new FormData();
            for (const [name, value] of Object.entries(parameters)) data.set(name, value);
            return data;
          };
          const signIn = await ask(rest + "generateToken", {
            method: "POST", body: new URLSearchParams({ f: "json", client: "requestip", username, password }),
          });
          const headers = { "X-Esri-Authorization": "Bearer " + signIn.token };
          said.user = (await ask(rest + "community/self?f=json", { headers })).username;
          const hydrant = { geometry: { x: -13035000, y: 4031000 }, attributes: { STREET: "Süd & Ost+ 北", PRESSURE: 412 } };
          const edits = await ask(layer + "/applyEdits", {
            method: "POST", headers, body: form({ f: "json", adds: JSON.stringify([hydrant]), rollbackOnFailure: "true" }),
          });
          said.added = edits.addResults.map((result) => result.success);
          const id = edits.addResults[0].objectId;
          const found = await ask(`${layer}/query?f=json&objectIds=${id}&outFields=*`, { headers });
          said.found = found.features.map(({ attributes, geometry }) =>
            [attributes.STREET, attributes.PRESSURE, geometry.x, geometry.y]);
          const bytes = new Uint8Array(70000).map((_, index) => index * 7);
          const photo = form({ f: "json" });
          photo.set("attachment", new Blob([bytes], { type: "image/png" }), "größe \"1\".png");
          const attached = await ask(`${layer}/${id}/addAttachment`, { method: "POST", headers, body: photo });
          said.attached = attached.addAttachmentResult.success;
          const listed = await ask(`${layer}/${id}/attachments?f=json`, { headers });
          said.listed = listed.attachmentInfos.map(({ name, contentType, size }) => [name, contentType, size]);
          const file = await fetch(`${layer}/${id}/attachments/${attached.addAttachmentResult.objectId}`, { headers });
          const read = new Uint8Array(await file.arrayBuffer());
          said.file = [file.status, file.headers.get("Content-Type"), read.every((byte, at) => byte === bytes[at]), read.length];
          said.refused = (await ask(rest + "community/self?f=json", {
            headers: { "X-Esri-Authorization": "Bearer wrong" },
          })).error.code;
          return said;
        }
        """#

    /// What it is told.
    static func told(_ fake: FakePortal) throws -> JSONValue {
        [
            "portal": .string(fake.portal.url), "services": .string(fake.service("")), "username": "alice",
            "password": .string(try fake.password()),
        ]
    }

    /// Checks what it said, and what the portal saw beside preflights.
    static func check(_ said: JSONValue, _ fake: FakePortal) throws {
        #expect(said["user"] == "alice")
        #expect(said["added"] == [true])
        #expect(said["found"] == [["Süd & Ost+ 北", 412, -13_035_000, 4_031_000]])
        #expect(said["attached"] == true)
        #expect(said["listed"] == [["größe \"1\".png", "image/png", 70_000]])
        #expect(said["file"] == [200, "image/png", true, 70_000])
        #expect(said["refused"] == 498)
        let seen = fake.portal.journal().requests.filter { $0.method != "OPTIONS" }
        #expect(
            seen.map { "\($0.method) \($0.operation)" } == [
                "POST generateToken", "GET community/self", "POST Inspections/applyEdits", "GET Inspections/query",
                "POST Inspections/addAttachment", "GET Inspections/attachments", "GET Inspections/attachment",
                "GET community/self",
            ])
        #expect(seen.map { $0.presented.map(\.carrier) } == [[]] + Array(repeating: [.esriHeader], count: 7))
        #expect(seen.map { $0.answer?.code } == Array(repeating: 200, count: 7) + [498])
        let types = seen.filter { $0.method == "POST" }.map { request in
            request.headers.first { $0.isNamed("Content-Type") }?.value.split(separator: ";").first.map(String.init)
        }
        #expect(types == ["application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data"])
        let password = try fake.password()
        #expect(seen.allSatisfy { !$0.target.contains(password) && !$0.target.contains("token=") })
    }
}
