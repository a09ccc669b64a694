import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// xmlsec1, pysaml2 and jwcrypto, which have nothing of ours: they read what the portal and its provider sign.
@Suite(.verifiers) struct `Independent verifiers of sign-ins` {
    /// A browser of a few lines, which keeps what it carries.
    private static let browser = #"""
        import base64, html, json, os, re, subprocess, sys, urllib.parse, zlib
        portal, provider, authority, folder, username, password, *packages = sys.argv[1:]
        sys.path[:0] = packages
        import requests
        rest = portal + "/sharing/rest"
        session = requests.Session(); session.trust_env = False; session.verify = authority
        hops = []
        session.hooks["response"].append(lambda answer, *a, **k: hops.append(answer.url))

        def form(page):
            action = html.unescape(re.search(r'<form[^>]* action="([^"]*)"', page).group(1))
            fields = {html.unescape(n): html.unescape(v) for n, v in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)}
            return action, fields

        page = session.get(rest + "/oauth2/authorize", params={"client_id": "mockportal-app", "response_type": "code", "redirect_uri": "https://app.test/auth", "state": "S"}).text
        link = html.unescape(re.search(r'<li><a href="([^"]*)"', page).group(1))
        answer = session.get(urllib.parse.urljoin(portal, link))
        if "document.forms[0].submit()" in answer.text:
            action, request = form(answer.text)
            answer = session.post(action, data=request)
        action, fields = form(answer.text)
        fields |= {"username": username, "password": password}
        answer = session.post(urllib.parse.urljoin(provider, action), data=fields, allow_redirects=False)

        def write(name, text):
            path = os.path.join(folder, name)
            with open(path, "wb") as file: file.write(text if isinstance(text, bytes) else text.encode())
            return path

        def certificate(metadata, name):
            text = re.search(r"<ds:X509Certificate>([^<]*)<", metadata).group(1)
            lines = "\n".join(text[i:i + 64] for i in range(0, len(text), 64))
            return write(name, f"-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n")

        def xmlsec(path, element, pem):
            return subprocess.run(["xmlsec1", "--verify", "--enabled-key-data", "raw-x509-cert,rsa,x509", "--pubkey-cert-pem", pem, "--id-attr:ID", element, path], capture_output=True, text=True)

        """#

    private func run(
        _ preset: String, _ blueprint: JSONValue = [:], packages: [String] = [], _ program: String
    ) async throws -> JSONValue {
        let fake = try FakePortal(preset, blueprint)
        defer { fake.portal.stop() }
        let account = try #require(fake.portal.providerAccounts.first { $0.username == "alice" })
        let folders = try packages.map {
            try #require(Peers.folder(fromPyPI: $0, module: $0 == "pysaml2" ? "saml2" : nil))
        }
        let run = try await ForeignClient.python(
            Self.browser + program,
            [
                fake.portal.url, account.origin, fake.authority, fake.folder.path, account.username,
                account.password.reveal { $0 },
            ] + folders)
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    @Test(arguments: ["rsa", "p256"], ["redirect", "post"])
    func `xmlsec1 finds the assertion and the portal's request signed, and no changed one`(
        key: String, binding: String
    ) async throws {
        let seen = try await run(
            "saml", ["identityProviders": ["login": ["key": .string(key), "binding": .string(binding)]]],
            #"""
            _, fields = form(answer.text)
            response = base64.b64decode(fields["SAMLResponse"])
            metadata = session.get(provider + "/saml/metadata").text
            own = session.get(rest + "/portals/self/sp/metadata").text
            pem = certificate(metadata, "idp.pem")
            seen = {}
            def verdict(path, element, pem): return xmlsec(path, element, pem).returncode == 0
            name = "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
            seen["assertion"] = verdict(write("response.xml", response), name, pem)
            seen["changed"] = verdict(write("changed.xml", response.replace(b"alice@", b"dana@")), name, pem)
            if "request" in dir():
                sent = base64.b64decode(request["SAMLRequest"])
                seen["request"] = verdict(write("request.xml", sent), "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest", certificate(own, "sp.pem"))
            else:
                url = next(hop for hop in hops if "SAMLRequest=" in hop)
                query = url.split("?", 1)[1]
                signed, signature = query.split("&Signature=")
                packed = urllib.parse.parse_qs(query)
                assert zlib.decompress(base64.b64decode(packed["SAMLRequest"][0]), -15).startswith(b"<samlp:AuthnRequest")
                key = subprocess.run(["openssl", "x509", "-in", certificate(own, "sp.pem"), "-noout", "-pubkey"], capture_output=True, check=True).stdout
                checked = subprocess.run(["openssl", "dgst", "-sha256", "-verify", write("sp.key", key), "-signature", write("signature", base64.b64decode(urllib.parse.unquote(signature))), write("signed", signed)], capture_output=True)
                seen["request"] = checked.returncode == 0
            back = session.post(rest + "/oauth2/saml/signin", data=fields, allow_redirects=False)
            seen["back"] = back.headers["Location"].split("=")[0]
            print(json.dumps(seen))
            """#)
        #expect(
            seen == ["assertion": true, "changed": false, "request": true, "back": "https://app.test/auth?code"])
    }

    @Test func `pysaml2 takes the response as a service provider would`() async throws {
        let seen = try await run(
            "saml", packages: ["pysaml2"],
            #"""
            from saml2 import BINDING_HTTP_POST
            from saml2.client import Saml2Client
            from saml2.config import SPConfig
            _, fields = form(answer.text)
            own = session.get(rest + "/portals/self/sp/metadata").text
            entity = re.search(r'entityID="([^"]*)"', own).group(1)
            consumer = re.search(r'AssertionConsumerService[^>]*Location="([^"]*)"', own).group(1)
            config = SPConfig()
            config.load({
                "entityid": entity, "xmlsec_binary": "/usr/bin/xmlsec1", "allow_unknown_attributes": True,
                "metadata": {"inline": [session.get(provider + "/saml/metadata").text]},
                "service": {"sp": {"endpoints": {"assertion_consumer_service": [(consumer, BINDING_HTTP_POST)]}, "want_assertions_signed": True, "want_response_signed": False, "allow_unsolicited": True}},
            })
            response = Saml2Client(config).parse_authn_request_response(fields["SAMLResponse"], BINDING_HTTP_POST)
            print(json.dumps({"subject": response.get_subject().text, "issuer": response.issuer() == provider + "/saml/metadata"}))
            """#)
        #expect(seen == ["subject": "alice@city.test", "issuer": true])
    }

    @Test(arguments: ["rsa", "p256"]) func `jwcrypto takes the ID token by the provider's keys`(key: String)
        async throws
    {
        let seen = try await run(
            "oidc", ["identityProviders": ["login": ["key": .string(key)]]], packages: ["jwcrypto"],
            #"""
            from jwcrypto import jwk, jwt
            back = session.get(answer.headers["Location"], allow_redirects=False)
            out = session.get(rest + "/oauth2/signout", allow_redirects=False).headers["Location"]
            token = urllib.parse.parse_qs(urllib.parse.urlsplit(out).query)["id_token_hint"][0]
            configuration = session.get(provider + "/.well-known/openid-configuration").json()
            keys = jwk.JWKSet.from_json(session.get(configuration["jwks_uri"]).text)
            claims = json.loads(jwt.JWT(jwt=token, key=keys).claims)
            head, body, signature = token.split(".")
            try:
                jwt.JWT(jwt=f"{head}.{body}.{signature[:-8]}AAAAAAAA", key=keys)
                changed = True
            except Exception: changed = False
            print(json.dumps({"aud": claims["aud"], "sub": claims["sub"], "iss": claims["iss"] == configuration["issuer"], "changed": changed, "back": back.headers["Location"].split("=")[0]}))
            """#)
        #expect(
            seen == [
                "aud": "arcgis-portal", "sub": "alice@city.test", "iss": true, "changed": false,
                "back": "https://app.test/auth?code",
            ])
    }

    @Test func `oathtool shows the code that the portal takes`() async throws {
        let fake = try FakePortal("mfa")
        defer { fake.portal.stop() }
        let secret = try #require(fake.portal.secondFactors["alice"]).reveal { $0 }
        let run = try await ForeignClient.python(
            #"""
            import json, re, subprocess, sys, requests
            portal, authority, password, secret = sys.argv[1:]
            rest = portal + "/sharing/rest"
            session = requests.Session(); session.trust_env = False; session.verify = authority
            page = session.get(rest + "/oauth2/authorize", params={"client_id": "mockportal-app", "response_type": "code", "redirect_uri": "https://app.test/auth"}).text
            state = re.search(r'name="oauth_state" value="([^"]*)"', page).group(1)
            page = session.post(rest + "/oauth2/signin", data={"oauth_state": state, "username": "alice", "password": password}).text
            code = subprocess.run(["oathtool", "--totp", "-b", secret], capture_output=True, text=True, check=True).stdout.strip()
            back = session.post(rest + "/oauth2/signin", data={"oauth_state": state, "mfa_code": code}, allow_redirects=False)
            print(json.dumps(["mfa_code" in page, back.headers["Location"].split("=")[0]]))
            """#, [fake.portal.url, fake.authority, try fake.password(), secret])
        try #require(run.code == 0, "\(run.errors)")
        #expect(try JSONValue(parsing: run.output) == [true, "https://app.test/auth?code"])
    }
}
