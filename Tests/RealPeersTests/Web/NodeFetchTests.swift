import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// The fetch of Node (nodejs.org › API › Global objects), which is undici.
@Suite(.node) struct `Node's fetch at the fake` {
    /// Runs a module, which finds what it is told in `told`; prints what it says as JSON.
    private func run(_ program: String, _ fake: FakePortal, trusting: Bool = true) async throws -> JSONValue {
        let file = try fake.folder.write(
            FetchProgram.source + "\nconst told = JSON.parse(process.argv[2]);\n" + program, as: "client.mjs")
        let run = try await ForeignClient.run(
            "node", [file, try FetchProgram.told(fake).text()],
            environment: trusting ? ["NODE_EXTRA_CA_CERTS=\(fake.authority)"] : ["-u", "NODE_EXTRA_CA_CERTS"])
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    @Test func `signs in, edits, attaches a file and reads all of it back`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        try FetchProgram.check(try await run("console.log(JSON.stringify(await talk(told)))", fake), fake)
    }

    @Test func `an authority that it does not know gets no request`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await run(
            "console.log(JSON.stringify(await fetch(told.portal).catch((error) => error.cause.code)))", fake,
            trusting: false)
        #expect(said == "UNABLE_TO_VERIFY_LEAF_SIGNATURE" || said == "SELF_SIGNED_CERT_IN_CHAIN", "\(said)")
        #expect(fake.portal.journal().requests.isEmpty && !fake.portal.journal().connections.isEmpty)
    }

    @Test func `side by side, every page of a layer comes once`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await run(
            #"""
            const layer = told.services + "Hosted/Trees/FeatureServer/0/query?f=json&where=1%3D1&outFields=OBJECTID";
            const { count } = await (await fetch(layer + "&returnCountOnly=true")).json();
            const pages = await Promise.all(Array.from({ length: Math.ceil(count / 1000) }, async (_, page) =>
              (await fetch(`${layer}&resultOffset=${page * 1000}&resultRecordCount=1000`)).json()));
            console.log(JSON.stringify({
              ids: new Set(pages.flatMap((page) => page.features.map((feature) => feature.attributes.OBJECTID))).size,
              sizes: pages.map((page) => page.features.length),
              more: pages.map((page) => page.exceededTransferLimit === true),
            }));
            """#, fake)
        #expect(said["ids"] == 2345 && said["sizes"] == [1000, 1000, 345])
        #expect(said["more"] == [true, true, false])
        let asked = fake.layerRequests.filter(\.asksForFeatures).compactMap { $0["resultOffset"] }
        #expect(asked.sorted() == ["0", "1000", "2000"])
    }
}
