/// Tells a sign-in page that is loaded once more from a second sign-in with the same request.
///
/// A browser sends the request for a page again whenever its user reloads it or goes back to it, after a sign-in too: that is no
/// sign-in of the client. But each code comes from one sign-in (RFC 6749 §4.1.2), so that an application that redeemed more codes than
/// it sent different requests has signed in twice with one of them.
struct SignInPages {
    private var known: Set<String> = []
    private var clients: [String: Client] = [:]

    private struct Client {
        /// How many sign-ins are explained by its requests.
        var pages = 0
        var codes: Set<String> = []
        /// The latest request that it had sent before.
        var repeated: Journal.Request?
    }

    /// Notes a request for a page; false where the same was sent before.
    mutating func insert(_ page: Journal.Request) -> Bool {
        let sent = page.origin + page.target + String(decoding: MultipartFields.comparable(page), as: UTF8.self)
        let isNew = known.insert(sent).inserted
        guard let id = page.authorizationValue("client_id") else { return isNew }
        if isNew {
            clients[id, default: Client()].pages += 1
        } else {
            clients[id]?.repeated = page
        }
        return isNew
    }

    /// Notes a code that a request redeemed, if any, and returns the request for the page that was a second sign-in, each once.
    mutating func repeated(before request: Journal.Request) -> Journal.Request? {
        guard request.isTokenEndpoint, request.formValue("grant_type") == "authorization_code",
            request.answer?.issued != nil, let id = request.formValue("client_id"),
            let code = request.formValue("code"), clients[id]?.codes.insert(code).inserted == true,
            let client = clients[id], client.codes.count > client.pages, let page = client.repeated
        else { return nil }
        clients[id]?.repeated = nil
        clients[id]?.pages += 1
        return page
    }
}
