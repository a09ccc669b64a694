import FeatureEngine
import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `A geocode service` {
    private let path = "rest/services/World/GeocodeServer"

    private func ask(_ operation: String, _ query: String, _ probe: SiteProbe) -> SiteProbe.Outcome {
        probe.server("\(path)/\(operation)?\(query)")
    }

    @Test func `is named by the portal, and says what it can do`() throws {
        let probe = try SiteProbe("anonymous")
        let helper = probe.get("portals/self").json["helperServices"]?["geocode"]?[0]
        #expect(helper?["url"] == "https://localhost:8443/server/rest/services/World/GeocodeServer")
        let service = probe.server(path).json
        #expect(service["singleLineAddressField"]?["name"] == "SingleLine" && service["currentVersion"] != nil)
        #expect(service["capabilities"] == "Geocode,ReverseGeocode,Suggest" && service["sources"] == nil)
        #expect(service["spatialReference"]?["wkid"] == 4326)
        let named = probe.server("rest/services").json["services"]?.array ?? []
        #expect(named.contains { $0["name"] == "World" && $0["type"] == "GeocodeServer" })
        #expect(probe.get("portals/self").json["helperServices"]?["printTask"] == nil)
    }

    @Test func `finds candidates, the best first, with what is asked for`() throws {
        let probe = try SiteProbe("anonymous")
        let found = ask("findAddressCandidates", "SingleLine=bridge%20road&outFields=*", probe).json
        #expect(found["spatialReference"]?["wkid"] == 4326)
        let best = found["candidates"]?[0]
        #expect(best?["address"] == "Bridge Road" && best?["score"] == 100)
        let attributes = best?["attributes"]
        #expect(attributes?["Match_addr"] == "Bridge Road" && attributes?["Addr_type"] == "StreetName")
        #expect(attributes?["Loc_name"] == "World")
        #expect(attributes?["Type"] == "Street" && attributes?["Status"] == "M")
        let x = try #require(best?["location"]?["x"]?.double)
        #expect((-117.3 ... -117.0).contains(x))
        #expect(try #require(best?["extent"]?["xmin"]?.double) <= x)
        let bare = ask("findAddressCandidates", "Address=bridge%20road&outSR=102100&maxLocations=1", probe).json
        #expect(bare["candidates"]?.array?.count == 1 && bare["candidates"]?[0]["attributes"] == [:])
        #expect(try #require(bare["candidates"]?[0]["location"]?["x"]?.double) < -13_000_000)
        let city = ask("findAddressCandidates", "singleLine=Bridge%20Road,%20Anytown,%20CA%2090210", probe).json
        #expect(city["candidates"]?[0]["address"] == "Bridge Road")
        #expect(ask("findAddressCandidates", "SingleLine=Nowhere%20Alley", probe).json["candidates"] == [])
        let none = ask("findAddressCandidates", "SingleLine=bridge%20road&searchExtent=0,0,1,1", probe).json
        #expect(none["candidates"] == [])
    }

    @Test(
        .enabled(if: SpatialReference(wkid: 102_037) != nil, "NO PROJ ON THIS MACHINE: Debian's libproj25 is it"))
    func `finds nothing that the reference of the answer cannot hold`() throws {
        let probe = try SiteProbe("anonymous")
        let found = ask("findAddressCandidates", "SingleLine=bridge%20road", probe).json["candidates"]?[0]["location"]
        let (x, y) = (try #require(found?["x"]?.double), try #require(found?["y"]?.double))
        // The south pole's side of the world.
        let none = ask("findAddressCandidates", "SingleLine=bridge%20road&outFields=*&outSR=102037", probe)
        #expect(none.json["candidates"]?.array != nil && !none.text.contains("Infinity"), "\(none.text)")
        #expect(ask("reverseGeocode", "location=\(x),\(y)", probe).json["address"] != nil)
        let nowhere = ask("reverseGeocode", "location=\(x),\(y)&outSR=102037", probe)
        #expect(nowhere.error?["code"] == 400, "\(nowhere.text)")
    }

    @Test func `suggests names, each with a key that finds it`() throws {
        let probe = try SiteProbe("anonymous")
        let found = ask("suggest", "text=ring&maxSuggestions=2", probe).json["suggestions"]?.array ?? []
        try #require(found.count == 2 && found.allSatisfy { $0["text"]?.string?.hasPrefix("Ring") == true })
        let key = try #require(found[1]["magicKey"]?.string)
        let candidates = ask("findAddressCandidates", "magicKey=\(key)", probe).json["candidates"]
        #expect(candidates?[0]["address"] == found[1]["text"] && candidates?.array?.count == 1)
        #expect(
            ask("findAddressCandidates", "magicKey=00", probe).error?["details"]?[1].string?.contains("suggest") == true
        )
    }

    @Test func `names the place at a position, or that there is none`() throws {
        let probe = try SiteProbe("anonymous")
        let place = try #require(
            ask("findAddressCandidates", "SingleLine=Otter%20Bend", probe).json["candidates"]?[0]["location"])
        let (x, y) = (try #require(place["x"]?.double), try #require(place["y"]?.double))
        let found = ask("reverseGeocode", "location=\(x),\(y)&featureTypes=POI", probe).json
        #expect(
            found["address"]?["Match_addr"] == "Otter Bend" && found["location"]?["spatialReference"]?["wkid"] == 4326)
        let point = PercentEncoding.encode(#"{"x":\#(x),"y":\#(y),"spatialReference":{"wkid":4326}}"#)
        #expect(
            ask("reverseGeocode", "location=\(point)&featureTypes=POI", probe).json["address"]?["PlaceName"]
                == "Otter Bend")
        let none = ask("reverseGeocode", "location=0,0", probe)
        #expect(none.error?["code"] == 400)
        #expect(none.error?["details"] == ["Unable to find address for the specified location."])
    }

    @Test func `answers many records at once, in their order`() throws {
        let probe = try SiteProbe("anonymous")
        let records: JSONValue = [
            "records": [
                ["attributes": ["OBJECTID": 7, "SingleLine": "Mill Lane"]],
                ["attributes": ["OBJECTID": 8, "Address": "Nowhere Alley"]],
            ]
        ]
        let found = probe.send(
            "POST", "/server/\(path)/geocodeAddresses",
            form: "addresses=\(PercentEncoding.encode(records.text()))&f=json")
        let locations = found.json["locations"]?.array ?? []
        try #require(locations.map { $0["attributes"]?["ResultID"] } == [7, 8], "\(found.text)")
        #expect(locations.map { $0["attributes"]?["Status"] } == ["M", "U"])
        #expect(locations[0]["address"] == "Mill Lane" && locations[1]["location"] == nil)
    }

    @Test(arguments: [
        ("findAddressCandidates", "", "SingleLine"), ("findAddressCandidates", "SingleLine=a&outSR=1", "outSR"),
        ("findAddressCandidates", "SingleLine=a&searchExtent=1,2", "searchExtent"),
        ("findAddressCandidates", "SingleLine=a&maxLocations=x", "maxLocations"), ("suggest", "", "text"),
        ("suggest", "text=a&location=x", "location"), ("reverseGeocode", "", "location"),
        ("reverseGeocode", "location=1,2&distance=-1", "distance"), ("geocodeAddresses", "", "addresses"),
        ("geocodeAddresses", "addresses={}", "addresses"),
        ("geocodeAddresses", "addresses=%7B%22records%22:%5B%7B%7D%5D%7D", "records[0]"),
    ])
    func `refuses a parameter that is wrong`(_ row: (operation: String, query: String, parameter: String)) throws {
        let outcome = ask(row.operation, row.query, try SiteProbe("anonymous"))
        #expect(outcome.error?["message"] == "Cannot perform query. Invalid query parameters.")
        #expect(outcome.error?["details"]?.text().contains(row.parameter) == true, "\(outcome.text)")
        let long = ask("suggest", "text=" + String(repeating: "a", count: 2000), try SiteProbe("anonymous"))
        #expect(long.error?["details"]?[1].string?.contains("1000 bytes") == true)
    }
}
