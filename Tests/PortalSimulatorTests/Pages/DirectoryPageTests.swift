import Fuzzing
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `The services directory` {
    private static let surveys = "/server/rest/services/Surveys"

    @Test func `shows the way, the layers as links, and what the routes serve below`() throws {
        let probe = try SiteProbe("token")
        let service = probe.send("GET", Self.surveys + "/FeatureServer").text
        #expect(service.contains("<title>Surveys (FeatureServer) - ArcGIS REST Services Directory</title>"))
        for link in [
            "href=\"/portal/home/\">Home", "href=\"/server/rest/services\">services",
            "href=\"\(Self.surveys)/FeatureServer/0\">", "href=\"\(Self.surveys)/FeatureServer/layers\">layers",
            "href=\"\(Self.surveys)/FeatureServer/applyEdits\">applyEdits",
            "href=\"\(Self.surveys)/FeatureServer?f=pjson\">JSON",
        ] {
            #expect(service.contains(link), "\(link)")
        }
        let layer = probe.send("GET", Self.surveys + "/FeatureServer/0/").text
        #expect(layer.contains("href=\"\(Self.surveys)/FeatureServer\">Surveys (FeatureServer)</a>"))
        #expect(layer.contains(" (0)</li>") && layer.contains("href=\"\(Self.surveys)/FeatureServer/0/query\">query"))
        let map = probe.send("GET", Self.surveys + "/MapServer/0").text
        #expect(map.contains("/MapServer/0/query\">") && !map.contains("addFeatures"))
    }

    /// Every link of every page that can be reached leads to something that is served.
    @Test(.ownThread) func `links to nothing that is not there`() throws {
        let probe = try SiteProbe("anonymous")
        var left = ["/server/rest/services", "/portal/sharing/rest", "/portal/home/"]
        var seen = Set(left)
        while let target = left.popLast(), seen.count < 3000 {
            let outcome = probe.send("GET", target, headers: [("Accept", "text/html")])
            #expect(outcome.status < 400 && outcome.answer.operation != "unknown", "\(target): \(outcome.status)")
            #expect(outcome.code != 404 && outcome.code != 500, "\(target): \(outcome.code)")
            for part in outcome.text.split(separator: "href=\"").dropFirst() {
                let link = String(part.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
                let path = link.hasPrefix("https://localhost:8443") ? String(link.dropFirst(22)) : link
                #expect(path.hasPrefix("/") || path == "#result", "\(target) links to \(link)")
                if !path.contains("f=pjson"), !path.hasPrefix("#"), seen.insert(path).inserted { left.append(path) }
            }
        }
        #expect(seen.count > 100 && left.isEmpty, "\(seen.count)")
    }

    @Test func `a layer's page names each operation that a route serves, and no more`() throws {
        let probe = try SiteProbe("token")
        let page = probe.send("GET", Self.surveys + "/FeatureServer/0").text
        let prefix = "rest/services/{service}/FeatureServer/{layer}/"
        let rests = ServerRoutes.table.extending("rest/services/{service}/FeatureServer/{layer}").map(\.rest)
        #expect(rests.contains("query") && !rests.isEmpty && prefix.hasSuffix("/"))
        for rest in rests where !rest.contains("{") {
            #expect(page.contains("href=\"\(Self.surveys)/FeatureServer/0/\(rest)\">\(rest)</a>"), "\(rest)")
        }
        for operation in ["createReplica", "generateToken", "applyEverything"] { #expect(!page.contains(operation)) }
    }

    @Test func `a form stands alone until it is filled in, and keeps what was entered`() throws {
        let probe = try SiteProbe("token")
        let path = Self.surveys + "/FeatureServer/0/query"
        let empty = probe.send("GET", path)
        #expect(empty.code == 200 && empty.text.contains("<label for=\"field-where\">Where</label>"))
        #expect(empty.text.contains("value=\"1=1\"") && !empty.text.contains("# records"))
        let filled = probe.send("GET", path + "?where=OBJECTID%3C3&outFields=*&returnGeometry=false&objectIds=&f=html")
        #expect(
            filled.text.contains("value=\"OBJECTID&lt;3\"") && filled.text.contains("<option selected>false</option>"))
        #expect(filled.text.contains("# records: <strong>2</strong>") && filled.text.contains("<h3>"), "\(filled.text)")
        #expect(filled.text.contains("?f=pjson&amp;where=OBJECTID%3C3&amp;outFields="))
        let wrong = probe.send("GET", path + "?where=nonsense%20%3Cb%3E")
        #expect(wrong.code == 400 && wrong.text.contains("role=\"alert\"") && wrong.text.contains("nonsense &lt;b&gt;"))
        #expect(!wrong.text.contains("<b>") && wrong.text.contains("<form method=\"get\""))
    }

    @Test func `repeats no token and no password`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let query = probe.send("GET", Self.surveys + "/FeatureServer/0/query?where=1%3D1&token=\(token)")
        #expect(query.text.contains("# records") && !query.text.contains(token))
        let wrong = probe.generate("username=alice&password=not-this&f=html")
        #expect(wrong.code == 400 && wrong.text.contains("value=\"alice\"") && !wrong.text.contains("not-this"))
    }

    @Test(arguments: SecretFields.names.sorted() + ["Token", "CLIENT_SECRET", "%74oken"])
    func `its link to the JSON repeats no field that holds a secret`(name: String) throws {
        let probe = try SiteProbe("anonymous")
        for path in [Self.surveys + "/FeatureServer/0/query?where=1%3D1", "/portal/sharing/rest/oauth2/token?a=b"] {
            let page = probe.send("GET", path + "&f=html&\(name)=not-this").text
            #expect(!page.contains("not-this"), "\(path): \(page)")
        }
    }

    @Test(arguments: ["/portal/sharing/rest/generateToken", "/server/tokens/generateToken", "/server/tokens"])
    func `generateToken shows a form, and with credentials the token`(path: String) throws {
        let probe = try SiteProbe("token")
        for query in ["", "?f=html"] {
            let form = probe.send("GET", path + query)
            #expect(form.code == 200 && form.text.contains("<form method=\"post\" action=\"\(path)\""))
            #expect(form.text.contains("type=\"password\"") && form.answer.notes.issued == nil)
        }
        #expect(probe.send("GET", path + "?f=json").code == 405)
        let page = probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=html", path: path)
        let token = try #require(probe.site.canaries().first { $0.name == "token#1" }?.value)
        #expect(page.text.contains(">\(token)</textarea>") && page.header("Cache-Control") == "no-store")
    }

    @Test(arguments: ["search", "community/groups", "community/users"])
    func `searches have forms`(path: String) throws {
        let probe = try SiteProbe("token")
        #expect(probe.send("GET", "/portal/sharing/rest/\(path)").text.contains("<label for=\"field-q\">Query</label>"))
        let found = probe.send("GET", "/portal/sharing/rest/\(path)?q=a*%20OR%20traffic&f=html")
        #expect(
            found.text.contains(">Result</h2>") && found.text.contains("value=\"a* OR traffic\""), "\(found.text)")
    }

    @Test(arguments: ["\u{600}<b>", "\u{200D}<b>", "\"\u{301}><b>", "<\u{338}b>", "'><b onfocus=alert(1)>"])
    func `what is entered stays text`(_ text: String) throws {
        let probe = try SiteProbe("token")
        let target = Self.surveys + "/FeatureServer/0/query?where="
        let clean = probe.send("GET", target + "x%3D1").text.unicodeScalars.count { $0 == "<" }
        let hostile = probe.send("GET", target + PercentEncoding.encode(text)).text.unicodeScalars.count { $0 == "<" }
        #expect(hostile <= clean + 2, "\(hostile), \(clean)")
        let name = probe.send("GET", "/portal/sharing/rest/community/users/" + PercentEncoding.encode(text))
        #expect(!name.text.unicodeScalars.elementsEqual("<b".unicodeScalars) && !name.text.contains("<b>"))
    }

    @Test func `a page of a steady route is made once for each viewer`() throws {
        let probe = try SiteProbe("token")
        let first = probe.send("GET", Self.surveys + "/FeatureServer").answer.prepared
        #expect(probe.send("GET", Self.surveys + "/FeatureServer").answer.prepared === first)
        let cookie = try PagesProbe(probe).signIn("alice", onServer: true)
        let other = probe.send("GET", Self.surveys + "/FeatureServer", headers: [("Cookie", cookie)])
        #expect(other.answer.prepared !== first && other.text.contains("alice"))
    }
}
