internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

/// The page of the services directory that shows one resource or operation to a person (developers.arcgis.com, "The ArcGIS REST API
/// services directory").
struct DirectoryPage {
    let place: DirectoryPlace
    private let form: OperationForm?
    private var request: EndpointRequest { place.request }

    init(at place: DirectoryPlace) {
        self.place = place
        form = OperationForm.of(place.match.route, onServer: place.onServer)
    }

    /// The form alone, where the operation has one and the request does not fill it in; else nil.
    func emptyForm() -> PortalReply? {
        guard let form, !OperationForm.isFilled(request) else { return nil }
        var reply = page(form.html(action: place.ownPath, of: request)).reply()
        reply.notes = reply.notes.asPage
        return reply
    }

    /// An answer as the page that shows it; what is no document stays as it is.
    func showing(_ reply: PortalReply) -> PortalReply {
        let content: String
        var status = reply.status
        var code: Int?
        switch reply.body {
        case .document(let document): content = result(document)
        case .json(let bytes): content = result((try? JSONValue(parsing: bytes)) ?? .null)
        case .failure(let envelope):
            let tokens = request.blueprint.tokens
            status = envelope.status(shape: tokens.shape, strict: request.blueprint.strictStatus)
            code = envelope.code
            content = Self.alert(envelope)
        case .redirect(let status, let location) where location == place.request.serverURL + "/rest/login":
            var reply = reply
            reply.body = .redirect(
                status: status, location: location + "?redirect=" + PercentEncoding.encode(place.ownPath))
            return reply
        case .bytes, .file, .empty, .page, .redirect: return reply
        }
        let filled = form.map { $0.html(action: place.ownPath, of: request) + "\n" } ?? ""
        let isResult = form != nil && code == nil
        let body =
            isResult
            ? "<p><a href=\"#result\">Go to the result</a></p>\n\(filled)<h2 id=\"result\" tabindex=\"-1\">Result</h2>\n\(content)"
            : content + "\n" + filled
        var shown = page(body + "\n" + place.below()).reply(status: status)
        shown.headers = reply.headers + shown.headers.filter { field in !reply.headers.contains { $0.name == field.0 } }
        shown.isPrivate = reply.isPrivate
        shown.notes = reply.notes.asPage
        if let code { shown.notes.code = code }
        return shown
    }

    private func result(_ document: JSONValue) -> String {
        let members = MemberList(links: DirectoryLinks(place: place))
        return FeatureResults(document, at: place)?.html(members) ?? members.html(of: document)
    }

    private static func alert(_ envelope: ErrorEnvelope) -> String {
        let details = envelope.list.map { "<li>\(MarkupText.escaped($0))</li>" }
        return """
            <div class="alert" role="alert">
            <h2>Error \(envelope.code)</h2>
            <p>\(MarkupText.escaped(envelope.message ?? ""))</p>
            \(details.isEmpty ? "" : "<ul>\(details.joined())</ul>")
            </div>
            """
    }

    private func page(_ body: String) -> SitePage {
        var crumbs = place.crumbs()
        if let form, let last = crumbs.popLast() { crumbs.append(SitePage.Link(form.title, last.href)) }
        let json = jsonLink.map { "<p><a href=\"\(MarkupText.escaped($0))\">JSON</a></p>\n" } ?? ""
        return SitePage(
            site: place.onServer ? "ArcGIS REST Services Directory" : "ArcGIS Portal Directory",
            title: crumbs.last?.text ?? "sharing/rest", crumbs: crumbs,
            session: PageSession(request, onServer: place.onServer).bar(back: place.ownPath), body: json + body)
    }

    /// The same as JSON; nil where it was asked for by a form that does not go into an address. No secret is repeated.
    private var jsonLink: String? {
        guard request.method != "POST", form?.method != .post else { return nil }
        var parameters = ["f=pjson"]
        // An answer that is kept for all requests alike repeats nothing of one.
        if !place.match.route.isSteady {
            parameters += request.query.entries.filter {
                !["f", "callback"].contains($0.name) && !SecretFields.hold($0.name)
            }
            .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        }
        return place.ownPath + "?" + parameters.joined(separator: "&")
    }
}
