/// What schemas say of keys, by shape and path; `*` is a name of the writer's choice, `[]` any element.
package enum SchemaDescriptions {
    package static let blueprint: [String: [String: String]] = [
        "blueprint": portal.merging(webTier) { $1 }.merging(signIn) { $1 }, "action": actions,
    ]

    private static let portal = [
        "preset":
            "The preset that this one stands on. Objects are merged key by key, everything else is replaced whole.",
        "summary": "What it is for, in one sentence.",
        "context": "Path before /sharing, /portal by default; empty is the root of the host.",
        "product":
            "Which product and release the portal is, with its versions, keys and words of errors. Default: enterprise-11.3, and online at a URL that belongs to no organization.",
        "view": "What kind of URL the portal's URL is: an organization's own (default), or one that belongs to none.",
        "access": "Who may look at the organization without signing in. Default: public.",
        "anonymousSelf":
            "What portals/self of a private organization tells a stranger: few fields (default), or error 499.",
        "secured": "Names of services, ids or titles of items that need a token.",
        "info": "What info of portal and server says about tokens.",
        "info.tokenBased": "authInfo.isTokenBasedSecurity. Default: true.",
        "info.tokenServicesURL":
            "Where authInfo.tokenServicesUrl points: portal (default), legacy (without /rest), insecure (http:), host:<name>, or a path or URL word for word.",
        "info.answer": "How info answers at all. Default: json.",
        "tokens": "How tokens are issued, checked and refused.",
        "tokens.lifetime": "Lifetime of a token whose request names none. Default: 120m.",
        "tokens.maximum": "Longest lifetime; a request for more gets this. Default: 20160m.",
        "tokens.ssl": "The member ssl of an issued token. Default: true.",
        "tokens.plainHTTP": "Whether tokens are issued and taken over plain HTTP too. Default: false.",
        "tokens.expires": "Whether an issued token names its expiry. Default: true.",
        "tokens.referer":
            "How a Referer is compared with the one that a token is bound to: its beginning (strict, default), its host (lax), or not at all.",
        "tokens.refuse": "Which tokens are refused without a look. Default: none.",
        "tokens.shape": "How errors 498 and 499 look. Default: envelope, HTTP 200 with an error object.",
        "tokens.carriers": "The carriers of tokens that the portal reads. Default: all.",
        "tokens.generate": "Whether right passwords get tokens. Default: answers.",
        "tokens.characters": "What tokens are made of; hostile ones hold + / and =. Default: plain.",
        "lockout": "When wrong passwords lock an account; null never locks.",
        "lockout.attempts": "Wrong passwords that lock an account. Default: 5.",
        "lockout.duration": "How long an account stays locked. Default: 15m.",
        "accounts": "Passwords by user name; one that is not given is random.",
        "accounts.*.password": "The password.",
        "server": "The ArcGIS Server beside the portal.",
        "server.context": "Path before /rest. Default: /server.",
        "server.federation":
            "What the server is to the portal: federated (default), standalone with tokens of its own, foreign, or none.",
        "server.acceptsPortalToken": "Whether a federated server takes the portal's own token. Default: true.",
        "server.owner": "The portal to which a foreign server belongs, as it says itself.",
        "tls": "The certificate that is shown, and the versions that are offered.",
        "tls.certificate": "A recipe of certs. Default: good.",
        "tls.versions": "TLS versions that are offered. Default: 1.2 and 1.3.",
        "http": "The plain listener: off (default), serve, redirect to HTTPS, or refuse.",
        "reach": "Whether the portal's own listener is open (default), refuses connections, or drops them.",
        "hosts": "Further listeners by name.",
        "hosts.*.address": "The address that it binds. Default: 127.0.0.1.",
        "hosts.*.certificate": "A recipe of certs. Default: good.",
        "hosts.*.scheme": "Default: https.",
        "hosts.*.serves":
            "What it answers: the portal (default), info and generateToken only, a server of its own, nothing, a proxy, or the sign-in of an identity-aware proxy.",
        "hosts.*.server": "The server that it is, where it serves one.",
        "hosts.*.server.context": "Path before /rest. Default: /server.",
        "hosts.*.server.federation": "What the server is to the portal. Default: federated.",
        "hosts.*.server.acceptsPortalToken": "Whether it takes the portal's own token. Default: true.",
        "hosts.*.server.owner": "The portal to which a foreign server belongs.",
        "hosts.*.reach": "Whether it is open (default), refuses connections, or drops them.",
        "hold": "Operations whose answer waits for a release.",
        "answers": "Answers that are given before the portal looks.",
        "answers[].operation": "What the journal calls the request, as portals/self.",
        "answers[].listener": "The listener that gives it: portal, http or a host. Default: every one.",
        "answers[].status": "The HTTP status. Default: 200.",
        "answers[].contentType": "The media type. Default: text/html, or JSON where the body is a document.",
        "answers[].headers": "Further header fields.",
        "answers[].body": "A text or a JSON document; both may hold placeholders such as {{portal}}.",
        "answers[].times": "How often it is given. Default: for ever.",
        "after": "What happens once a request was answered.",
        "after[].request": "The number of the request, from 1.",
        "after[].operation": "What the journal calls the request.",
        "after[].times": "How often it happens. Default: 1.",
        "after[].do": "One action or several.",
        "faults": "What goes wrong on the wire; the first that is meant for a connection or request is played.",
        "faults[].connection": "The n-th connection that a listener accepts, from 1.",
        "faults[].everyConnection": "Each n-th connection of a listener.",
        "faults[].request": "The n-th request of the whole portal, from 1.",
        "faults[].everyRequest": "Each n-th request.",
        "faults[].operation": "Requests that the journal calls so.",
        "faults[].path": "Requests below a path, by segments; {{context}} is where the portal lives.",
        "faults[].listener": "portal, http or a host. Default: every one.",
        "faults[].times": "How often. Default: for ever.",
        "faults[].skip": "How many are let pass first. Default: 0.",
        "faults[].kept": "Only on a connection that has already carried a request. Default: false.",
        "faults[].play": "What happens: a word, or an object with one key.",
        "faults[].play.reset": "RST after so many bytes of the head or of the body.",
        "faults[].play.reset.head": "Bytes of an answer's head that are sent.",
        "faults[].play.reset.body": "Bytes of the body that are sent after the head.",
        "faults[].play.close": "FIN after so many bytes of the head or of the body.",
        "faults[].play.close.head": "Bytes of an answer's head that are sent.",
        "faults[].play.close.body": "Bytes of the body that are sent after the head.",
        "faults[].play.stall": "Silence after so many bytes of the head or of the body.",
        "faults[].play.stall.head": "Bytes of an answer's head that are sent.",
        "faults[].play.stall.body": "Bytes of the body that are sent after the head.",
        "faults[].play.drip": "The head at once, then the body slowly.",
        "faults[].play.drip.rate": "Bytes of the body per second of portal time.",
        "faults[].play.contentLength": "Announces so many bytes more than come; less, if negative.",
        "faults[].play.deepJSON": "Objects in objects, so many deep.",
        "faults[].play.status": "A web server's page with this HTTP status.",
        "faults[].play.retryAfter": "The field Retry-After: seconds, or a text that is sent as it is.",
        "faults[].play.retryAt": "The field Retry-After as the date so much later, in portal time.",
        "faults[].play.envelope": "HTTP 200 with an error object of this code.",
        "faults[].play.dress": "The real answer in another encoding or media type.",
        "strictStatus": "Gives failures an HTTP status of their own. Default: false.",
    ]

    private static let webTier: [String: String] = {
        var texts = [
            "front": "A trusted front that hands over the user; null takes it away.",
            "front.userHeader": "The field that names the user. Default: X-Remote-User.",
            "front.listener": "The listener that the front connects to. Default: portal.",
            "front.addresses": "Where it connects from. Default: 127.0.0.1.",
            "front.publicURL": "The URL that clients see.",
        ]
        for place in ["", "hosts.*."] {
            let certificates = place + "clientCertificates"
            texts[certificates] = "Client certificates that the web tier asks for; null asks for none."
            texts[certificates + ".ask"] = "Whether a client without a certificate may go on. Default: required."
            texts[certificates + ".refuse"] = "How a missing or bad certificate is refused. Default: tls, by an alert."
            texts[certificates + ".authorities"] = "Recipes of accepted authorities. Default: client-ca."
            texts[certificates + ".sendsIssuers"] = "Whether acceptable issuers are named. Default: true."
            texts[certificates + ".losesRefusal"] = "Whether the alert of a refusal is lost to a reset. Default: false."
            texts[certificates + ".allow"] = "Common names that get in; null is everybody."
            texts[certificates + ".users"] = "Users by common name; a name that is not there is its own user."
            texts[certificates + ".handsOver"] = "Whether the portal learns of the user. Default: true."
            texts[certificates + ".paths"] = "Rules of their own below some paths; the longest prefix wins."
            texts[certificates + ".paths[].under"] = "A path prefix; {{context}} is where the portal lives."
            texts[certificates + ".paths[].rule"] = "Whether a certificate is required, optional, or not looked at."
            let web = place + "httpAuthentication"
            texts[web] = "HTTP authentication by the web tier; null is none."
            texts[web + ".challenges"] = "What is offered, in the order of the wire."
            texts[web + ".challenges[].scheme"] = "Basic, Digest, Negotiate, NTLM or Bearer."
            texts[web + ".challenges[].realm"] = "Default: portal."
            texts[web + ".challenges[].algorithm"] = "Digest only; absent means MD5 and is not sent."
            texts[web + ".challenges[].qop"] = "Digest only: auth, auth-int. Default: auth; empty is RFC 2069."
            texts[web + ".challenges[].opaque"] = "Digest only: a text, or true for a random one."
            texts[web + ".challenges[].charset"] = "UTF-8, or absent."
            texts[web + ".challenges[].userhash"] = "Digest only: whether user names are hashed."
            texts[web + ".oneLine"] = "Puts all challenges in one field. Default: false."
            texts[web + ".bare"] = "Sends a 401 without any challenge. Default: false."
            texts[web + ".stale"] = "When a nonce is called stale. Default: honest."
            texts[web + ".nonce"] = "How long nonces live."
            texts[web + ".nonce.lifetime"] = "In portal time. Default: 5m."
            texts[web + ".nonce.uses"] = "How often a nonce may be used; 0 is without limit."
            texts[web + ".nextnonce"] = "Hands out the next nonce with each answer. Default: false."
            texts[web + ".nonceCount"] = "Whether counts are looked at. Default: checked."
            texts[web + ".info"] = "Sends rspauth in Authentication-Info. Default: true."
            texts[web + ".under"] = "Path prefixes by segment. Default: everything."
            texts[web + ".realms"] = "Realms by path."
            texts[web + ".users"] = "Accounts that get in; null is everybody with a password."
            texts[web + ".handsOver"] = "Whether the portal learns of the user. Default: true."
            texts[web + ".windows"] = "How Negotiate and NTLM are answered; null answers neither right."
            texts[web + ".windows.domain"] = "The domain's NetBIOS name. Default: MOCK."
            texts[web + ".windows.dnsDomain"] = "The domain's DNS name. Default: mock.test."
            texts[web + ".windows.computer"] = "The server's NetBIOS name. Default: PORTAL."
            texts[web + ".windows.persists"] =
                "How long a sign-in lasts. Default: ntlm, which is NTLM for its connection and Kerberos for its request."
            texts[web + ".windows.channelBinding"] = "What becomes of channel bindings. Default: none looks at them."
            texts[web + ".windows.ntlmChallenge"] = "What an NTLM challenge lets a client answer. Default: NTLMv2."
            texts[web + ".windows.closes"] = "Whether the connection closes after a challenge. Default: false."
            texts[web + ".windows.keytab"] = "The absolute path of the service's keytab; null refuses every ticket."
            texts[web + ".windows.mutual"] = "What the answer after a ticket says of the server. Default: proved."
        }
        texts["clientCertificates.hosts"] = "Listeners that ask. Default: portal."
        texts["httpAuthentication.hosts"] = "Listeners that ask; http is the plain one. Default: portal."
        return texts
    }()

    private static let signIn = [
        "oauth": "Signing in by OAuth; null is a portal where no application is registered.",
        "oauth.applications": "Registered applications by client id; null takes one away.",
        "oauth.applications.*.title": "What the sign-in page calls it.",
        "oauth.applications.*.redirectURIs": "Where browsers may be sent back to.",
        "oauth.applications.*.secret": "generated or a text; absent is none.",
        "oauth.applications.*.scope": "What its own tokens open: names of services, ids or titles of items.",
        "oauth.applications.*.owner": "The user who has registered it. Default: dana.",
        "oauth.accessTokenLifetime": "Default: 30m.",
        "oauth.refreshTokenLifetime": "Default: 14d.",
        "oauth.maximumRefreshLifetime": "Default: 90d.",
        "oauth.applicationTokenLifetime": "Default: 2h.",
        "oauth.codeLifetime": "Default: 5m.",
        "oauth.pkce": "Whether a proof is required. Default: optional.",
        "oauth.plainPKCE": "Whether the plain proof is taken. Default: refused.",
        "oauth.authorize": "Whether authorize answers. Default: answers.",
        "oauth.token": "What the token endpoint refuses. Default: answers.",
        "oauth.revoke": "How revokeToken answers. Default: answers.",
        "oauth.state": "Whether state comes back as it was sent. Default: echoed.",
        "oauth.rotates": "Whether an exchanged refresh token ends. Default: true.",
        "apiKeys": "API keys by name; null takes them away.",
        "apiKeys.*.scope": "Names of services, ids or titles of items. Default: all that members read.",
        "apiKeys.*.lifetime": "Default: 365d.",
        "apiKeys.*.referers": "The referers from which it is taken. Default: all.",
        "apiKeys.*.prefix": "How a key begins. Default: AAPK.",
        "apiKeys.*.text": "The key itself. Default: random.",
        "apiKeys.*.owner": "The user whose key it is. Default: dana.",
        "identityProxy": "A front that wants an ID token; null is none.",
        "identityProxy.authority": "The host that signs people in; it serves identity over HTTPS.",
        "identityProxy.hosts": "Listeners that it guards. Default: portal.",
        "identityProxy.clientID": "Default: mockportal-iap.",
        "identityProxy.redirectURIs": "Where browsers may be sent back to.",
        "identityProxy.tokenLifetime": "Default: 1h.",
        "identityProxy.users": "Accounts that are let through. Default: everybody with a password.",
        "identityProviders":
            "Providers at which members sign in, by the name of their host, which serves a provider over HTTPS; null is none.",
        "identityProviders.*.speaks": "The protocol. Default: saml.",
        "identityProviders.*.title": "What the portal's page calls it. Default: City staff.",
        "identityProviders.*.domain": "What stands behind the @ of its accounts. Default: city.test.",
        "identityProviders.*.binding": "How the portal sends its request for SAML. Default: redirect.",
        "identityProviders.*.key": "The kind of its key. Default: rsa.",
        "identityProviders.*.users": "Members who have an account there; null is every one. Default: null.",
        "identityProviders.*.sessionLifetime": "Portal time for which it knows a browser. Default: 8h.",
        "identityProviders.*.answer": "What is wrong with its assertion or ID token. Default: genuine.",
        "identityProviders.*.signIn": "What its page asks for beside a password.",
        "identityProviders.*.signIn.secondFactor": "Secrets of authenticator apps in base 32, by user name (RFC 6238).",
        "identityProviders.*.signIn.passwordChange": "Users who must choose another password first.",
        "identityProviders.*.signIn.consent":
            "Whether the user is asked to let the portal use the account. Default: false.",
        "signIn": "What the portal's own page asks for, and whom it lets choose; null is a password only.",
        "signIn.secondFactor": "Secrets of authenticator apps in base 32, by user name (RFC 6238).",
        "signIn.passwordChange": "Users who must choose another password first.",
        "signIn.consent": "Whether the user is asked to let the app use the account. Default: false.",
        "signIn.ownAccounts": "Whether the portal's own accounts sign in beside those of providers. Default: true.",
        "signIn.sessionLifetime": "Portal time for which the portal knows a browser. Default: 14d.",
        "signIn.launch": "The provider that is opened at once; null shows the page. Default: null.",
    ]

    private static let actions = [
        "advance": "Moves the portal's clock forward.",
        "expire": "Lets a token expire: token#1, refresh#1, idtoken#1, key:<name>, or all access tokens.",
        "revoke": "Revokes a token: token#1, refresh#1, idtoken#1, key:<name>, or all access tokens.",
        "password": "Gives accounts new passwords.",
        "certificate": "Shows another certificate: a recipe, or an object with host and recipe.",
        "certificate.host": "The listener.",
        "certificate.recipe": "A recipe of certs.",
        "release": "Lets the answers go that an operation holds back.",
        "access": "Opens or closes the organization to strangers.",
        "nonces": "Makes every nonce stale.",
        "reach": "Opens or closes a listener: a word, or an object with host and is.",
        "reach.host": "The listener.",
        "reach.is": "open, refused or dropped.",
        "set": "Overlays the blueprint.",
    ]
}
