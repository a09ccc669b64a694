import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Search` {
    @Test func `pages through exactly 25 web maps`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        var start = 1, starts: [Int] = [], titles: Set<String> = []
        while start > 0 {
            starts.append(start)
            let page = probe.get("search?q=type:%22Web%20Map%22&start=\(start)&num=10", token: token).json
            #expect(page["total"] == 25)
            titles.formUnion(page["results"]?.array?.compactMap { $0["title"]?.string } ?? [])
            start = Int(page["nextStart"]?.integer ?? 0)
        }
        #expect(starts == [1, 11, 21])
        #expect(start == -1)
        #expect(titles.count == 25)
    }

    struct Query: CustomTestStringConvertible, Sendable {
        let query: String
        let titles: [String]
        var viewer: String? = "alice"
        var testDescription: String { query }
    }

    @Test(arguments: [
        Query(query: "streets", titles: ["Streets"]),
        Query(query: "title:\"bus lines\"", titles: ["Bus Lines"]),
        Query(query: "title:lines AND owner:dana", titles: ["Bus Lines", "Gas Lines"]),
        Query(query: "title:lines -owner:dana", titles: ["Power Lines"]),
        Query(query: "title:lines NOT owner:dana", titles: ["Power Lines"]),
        Query(query: "type:\"Feature Service\" -title:traffic", titles: ["Roads", "Crew Reports"]),
        Query(query: "type:\"feature service\" AND tags:roads", titles: ["Roads"]),
        Query(query: "type:Map AND tags:traffic", titles: ["Traffic Map"]),
        Query(query: "type:\"Map\"", titles: []),
        Query(query: "tags:(trees OR parks) AND type:CSV", titles: ["Tree Survey"]),
        Query(query: "(title:parks OR title:schools) accountid:cItYGiS000000001", titles: ["Schools", "Parks"]),
        Query(query: "title:parks orgid:hArB0uR000000002", titles: []),
        Query(query: "id:3a900000000000000000000000000001", titles: ["Streets"]),
        Query(query: "ID:3A900000000000000000000000000001", titles: ["Streets"]),
        Query(query: "access:private", titles: ["Draft: New Bridge", "Draft: Tram", "Private Sketch", "Sketches"]),
        Query(query: "group:b0a70000000000000000000000000001 -type:\"Web Map\"", titles: ["City Vector Basemap"]),
        Query(query: "title:str*s", titles: ["Streets"]),
        Query(query: "title:street* tags:lights", titles: ["Street Lights"]),
        Query(query: "url:https://localhost:8443/server/rest/services/Roads/MapServer", titles: ["Road Map"]),
        Query(query: "url:https://elsewhere.example/GeocodeServer", titles: []),
        Query(query: "numviews:[99 TO 100]", titles: ["Streets"]),
        Query(query: "numviews:[98 TO *]", titles: ["Streets", "Traffic Today"]),
        Query(query: "harbour", titles: []),
        Query(query: "harbour", titles: ["Harbour Chart", "Pilot Map"], viewer: "carol"),
        Query(query: "title:draft", titles: [], viewer: nil),
        Query(query: "colour:red", titles: []),
        Query(query: "-colour:red", titles: []),
        Query(query: "title:parks AND colour:red", titles: []),
        Query(query: "title:parks OR colour:red", titles: ["Parks"]),
        Query(query: "title:parks AND", titles: []),
        Query(query: "(title:parks", titles: []),
        Query(query: "title:parks)", titles: []),
        Query(query: "title:\"parks", titles: []),
        Query(query: "title:", titles: []),
        Query(query: "()", titles: []),
        Query(query: "AND OR NOT", titles: []),
    ])
    func `finds what the query says`(row: Query) throws {
        let probe = try SiteProbe("token")
        let token = try row.viewer.map { try probe.token(for: $0) }
        let outcome = probe.get("search?num=100&q=\(PercentEncoding.encode(row.query))", token: token)
        #expect(outcome.json["results"]?.array?.compactMap { $0["title"]?.string } == row.titles)
        #expect(outcome.json["query"]?.string == row.query)
        #expect(outcome.json["total"]?.integer == Int64(row.titles.count))
        #expect(outcome.json["nextStart"] == -1)
    }

    struct Categories: CustomTestStringConvertible, Sendable {
        let parameters: String
        let titles: [String]
        var testDescription: String { parameters }
    }

    /// A portal with items in categories, and their owner's token.
    private func categorized() throws -> (SiteProbe, String) {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        for (title, categories) in [
            ("Lakes", "/Categories/Water/Lakes,/Region/US"), ("Woods", "/Categories/Forest"),
            ("Waterways", "/Categories/Waterways,/Region/US"), ("Plain", ""),
        ] {
            probe.post(
                "content/users/alice/addItem",
                ["title": title, "type": "Web Map", "tags": "Sorted,\(title)", "categories": categories], token: token)
        }
        return (probe, token)
    }

    @Test(arguments: [
        Categories(parameters: "categories=/Categories/Forest", titles: ["Woods"]),
        Categories(parameters: "categories=/Categories/Water", titles: ["Lakes"]),
        Categories(parameters: "categories=/Categories/Water/", titles: ["Lakes"]),
        Categories(parameters: "categories=/Categories", titles: ["Lakes", "Woods", "Waterways"]),
        Categories(parameters: "categories=/Categories/Forest,/Categories/Water", titles: ["Lakes", "Woods"]),
        Categories(
            parameters: "categories=[\"/Categories/Forest\",\"/Region/US\"]", titles: ["Lakes", "Woods", "Waterways"]),
        Categories(
            parameters: "categories=/Categories/Water,/Categories/Forest&categories=/Region/US", titles: ["Lakes"]),
        Categories(parameters: "categories=/Categories/Wood", titles: []),
        Categories(parameters: "categories=Forest", titles: []),
        Categories(parameters: "q=lakes&categories=", titles: ["Lakes"]),
        Categories(parameters: "q=lakes&categories=/Region/US", titles: ["Lakes"]),
    ])
    func `finds what is in a category, or below it`(row: Categories) throws {
        let (probe, token) = try categorized()
        let parameters = row.parameters.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(parts[0])=\(PercentEncoding.encode(String(parts[1])))"
        }.joined(separator: "&")
        let outcome = probe.get("search?num=100&\(parameters)", token: token)
        #expect(outcome.json["results"]?.array?.compactMap { $0["title"]?.string } == row.titles, "\(outcome.text)")
    }

    @Test func `refuses categories that cannot be read, and ignores those of groups and users`() throws {
        let (probe, token) = try categorized()
        let nine = (1...9).map { "/C/\($0)" }.joined(separator: ",")
        let times = (1...9).map { "categories=/C/\($0)" }.joined(separator: "&")
        for parameters in ["categories=\(nine)", times, "categories=[1]", "categories=["] {
            let refused = probe.get("search?\(parameters.replacing("[", with: "%5B"))", token: token)
            #expect(refused.error?["message"] == "'categories' parameter is invalid.", "\(refused.text)")
        }
        #expect(probe.get("search?categories=", token: token).error?["message"] == "'q' parameter must be specified.")
        let users = probe.get("community/users?q=username:dana&categories=/C", token: token).json
        #expect(users["total"] == 1)
    }

    @Test func `counts the values of fields among all that is found`() throws {
        let (probe, token) = try categorized()
        let path = "search?q=tags:sorted&num=1&countFields=type,tags,categories&countSize=2"
        let answer = probe.get(path, token: token).json
        #expect(answer["results"]?.array?.count == 1 && answer["total"] == 4)
        #expect(
            answer["aggregations"] == [
                "counts": [
                    ["fieldName": "type", "fieldValues": [["value": "web map", "count": 4]]],
                    [
                        "fieldName": "tags",
                        "fieldValues": [["value": "sorted", "count": 4], ["value": "lakes", "count": 1]],
                    ],
                    [
                        "fieldName": "categories",
                        "fieldValues": [
                            ["value": "/region/us", "count": 2], ["value": "/categories/forest", "count": 1],
                        ],
                    ],
                ]
            ])
        #expect(probe.get("search?q=tags:sorted", token: token).json["aggregations"] == nil)
        for fields in ["title", "tags,type,access,categories"] {
            let refused = probe.get("search?q=tags:sorted&countFields=\(fields)", token: token)
            #expect(refused.error?["message"] == "'countFields' parameter is invalid.", "\(refused.text)")
        }
    }

    @Test func `survives a query that nests without end`() throws {
        let probe = try SiteProbe("token")
        let deep = String(repeating: "(", count: 5000) + "a" + String(repeating: ")", count: 5000)
        #expect(probe.send("POST", "/portal/sharing/rest/search", form: "f=json&q=\(deep)").json["total"] == 0)
        let stars = String(repeating: "*a", count: 500)
        #expect(probe.send("POST", "/portal/sharing/rest/search", form: "f=json&q=title:\(stars)").json["total"] == 0)
    }

    struct Page: CustomTestStringConvertible, Sendable {
        let parameters: String
        let start: Int64
        let count: Int64
        let next: Int64
        /// How many the page has room for.
        var room: Int64 = 10
        var testDescription: String { parameters }
    }

    @Test(arguments: [
        Page(parameters: "", start: 1, count: 10, next: 11),
        Page(parameters: "&num=0", start: 1, count: 0, next: -1, room: 0),
        Page(parameters: "&num=1000", start: 1, count: 25, next: -1, room: 100),
        Page(parameters: "&start=20&num=5", start: 20, count: 5, next: 25, room: 5),
        Page(parameters: "&start=21&num=5", start: 21, count: 5, next: -1, room: 5),
        Page(parameters: "&start=26", start: 26, count: 0, next: -1),
        Page(parameters: "&start=0&num=-3", start: 1, count: 10, next: 11),
        Page(parameters: "&start=9223372036854775807&num=1", start: .max, count: 0, next: -1, room: 1),
    ])
    func `counts from one and ends with minus one`(row: Page) throws {
        let probe = try SiteProbe("token")
        let outcome = probe.get("search?q=type:%22web%20map%22\(row.parameters)", token: try probe.token(for: "alice"))
            .json
        #expect(outcome["start"]?.integer == row.start)
        #expect(outcome["num"]?.integer == row.room)
        #expect(outcome["results"]?.array.map { Int64($0.count) } == row.count)
        #expect(outcome["nextStart"]?.integer == row.next)
    }

    @Test func `sorts by a field, both ways`() throws {
        let probe = try SiteProbe("token")
        let titles = { (parameters: String) in
            probe.get("search?q=type:%22web%20map%22&num=2&\(parameters)").json["results"]?.array?.compactMap {
                $0["title"]?.string
            }
        }
        #expect(titles("sortField=title") == ["Bicycle Lanes", "Bus Lines"])
        #expect(titles("sortField=title&sortOrder=desc") == ["Water Mains", "Traffic Today"])
        #expect(titles("sortField=numviews&sortOrder=asc") == ["Sewers", "Water Mains"])
        #expect(titles("sortField=nonsense") == ["Streets", "Traffic Today"])
    }

    @Test func `needs something to search for`() throws {
        let probe = try SiteProbe("token")
        #expect(probe.get("search").code == 400)
        #expect(probe.get("search?bbox=-118,33,-117,35&num=0").json["total"] == 14)
        #expect(probe.get("search?bbox=0,0,1,1").json["total"] == 0)
        #expect(probe.get("search?bbox=nonsense").json["total"] == 0)
        #expect(probe.get("search?q=streets&filter=owner:dana").json["total"] == 0)
        #expect(probe.get("search?q=streets&filter=owner:alice").json["total"] == 1)
    }

    @Test func `is asked by POST as by GET`() throws {
        let probe = try SiteProbe("token")
        let outcome = probe.send(
            "POST", "/portal/sharing/search", form: "f=json&q=title%3A%22bus+lines%22+accountid%3AcItYGiS000000001")
        #expect(outcome.json["total"] == 1)
        #expect(outcome.answer.operation == "search")
    }
}
