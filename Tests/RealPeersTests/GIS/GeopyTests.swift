import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// geopy (PyPI), whose geocoder `ArcGIS` knows the paths of ArcGIS Online only: it is given the fake as its domain.
@Suite(.geopy) struct `geopy at the fake` {
    private static let program = """
        import json, ssl, sys
        from geopy.exc import GeocoderServiceError
        from geopy.geocoders import ArcGIS
        domain, authority = sys.argv[1:]
        coder = ArcGIS(domain=domain, ssl_context=ssl.create_default_context(cafile=authority))
        found = coder.geocode("otter bend, anytown", out_fields="*")
        said = {"found": [found.address, found.raw["attributes"]["Addr_type"], found.raw["score"]]}
        said["all"] = [place.address for place in coder.geocode("Mill Lane", exactly_one=False)]
        said["none"] = coder.geocode("Nowhere Alley")
        said["back"] = coder.reverse((found.latitude, found.longitude)).address
        said["sea"] = coder.reverse((0, 0))
        try:
            said["refused"] = coder.geocode("")
        except GeocoderServiceError as error:
            said["refused"] = str(error)
        print(json.dumps(said))
        """

    @Test func `finds places by their names and by where they are`() async throws {
        let fake = try FakePortal("anonymous", ["server": ["context": "/arcgis"]])
        defer { fake.portal.stop() }
        let domain = fake.portal.url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let folder = try #require(Peers.folder(fromPyPI: "geopy"))
        let run = try await ForeignClient.run(
            "python3", ["-c", Self.program, domain, fake.authority], environment: ["PYTHONPATH=\(folder)"])
        try #require(run.code == 0, "\(run.errors)")
        let said = try JSONValue(parsing: run.output)
        #expect(said["found"]?.array?.prefix(2) == ["Otter Bend", "POI"], "\(said)")
        #expect(said["all"]?.array?.contains("Mill Lane") == true)
        #expect(said["none"] == nil || said["none"] == .null)
        #expect(said["back"] == "Otter Bend")
        #expect(said["sea"] == nil || said["sea"] == .null)
        #expect(said["refused"]?.string?.contains("400") == true, "\(said)")
        let asked = fake.portal.journal().requests.map(\.operation)
        #expect(asked.contains("World/findAddressCandidates") && asked.contains("World/reverseGeocode"), "\(asked)")
    }
}
