package import JSONValues

/// What a document may hold and no file of `Fixtures` does, so that a schema knows it too.
package enum SchemaSpecimens {
    package static let blueprints: [JSONValue] = [
        [
            "preset": "token",
            "front": [
                "userHeader": "X-User", "listener": "portal", "addresses": ["127.0.0.1"],
                "publicURL": "https://gis.example.com/portal",
            ],
            "httpAuthentication": digest, "clientCertificates": certificates,
            "hosts": [
                "other": ["address": "127.0.0.2", "clientCertificates": certificates, "httpAuthentication": digest],
                "maps": [
                    "address": "127.0.0.3", "serves": "server",
                    "server": ["federation": "foreign", "owner": "https://a.test"],
                ],
                "login": ["address": "127.0.0.4", "serves": "identity"],
                "staff": ["address": "127.0.0.5", "serves": "provider"],
            ],
            "identityProxy": [
                "authority": "login", "hosts": ["portal"], "clientID": "a", "redirectURIs": [], "tokenLifetime": "1h",
                "users": ["alice"],
            ],
            "identityProviders": [
                "staff": [
                    "speaks": "saml", "title": "a", "domain": "a.test", "binding": "post", "key": "p256",
                    "users": ["alice"], "sessionLifetime": "1h", "answer": "expired",
                    "signIn": [
                        "secondFactor": ["alice": "GEZDGNBVGY3TQOJQ"], "passwordChange": ["alice"], "consent": true,
                    ],
                ]
            ],
            "signIn": [
                "secondFactor": ["alice": "GEZDGNBVGY3TQOJQ"], "passwordChange": ["alice"], "consent": true,
                "ownAccounts": true, "launch": "staff",
            ],
            "after": [["request": 1, "times": 1, "do": .array(actions)]],
            "faults": .array(faults),
        ]
    ]

    private static let certificates: JSONValue = [
        "ask": "optional", "users": ["alice": "bob"], "paths": [["under": "/portal/sharing", "rule": "none"]],
    ]
    private static let digest: JSONValue = [
        "challenges": [
            ["scheme": "Basic", "realm": "portal", "charset": "UTF-8"],
            [
                "scheme": "Digest", "realm": "portal", "algorithm": "MD5", "qop": ["auth"], "opaque": true,
                "charset": "UTF-8", "userhash": true,
            ],
        ],
        "nonce": ["lifetime": "5m", "uses": 0], "realms": ["/portal/sharing": "sharing"],
    ]
    private static let actions: [JSONValue] = [
        ["advance": "1m"], ["expire": "all"], ["revoke": "all"], ["password": ["alice": "new"]],
        ["certificate": ["host": "portal", "recipe": "good"]], ["release": "portals/self"], ["access": "public"],
        ["nonces": "expire"], ["reach": ["host": "portal", "is": "open"]], ["set": [:]],
    ]
    private static let faults: [JSONValue] = [
        ["connection": 1, "play": "reset"], ["everyConnection": 1, "play": "close"],
        ["request": 1, "play": ["reset": ["head": 1]]], ["everyRequest": 2, "play": ["close": ["body": 1]]],
        ["path": "/portal", "play": ["stall": ["body": 1]]], ["path": "/portal", "play": ["reset": ["body": 1]]],
        ["path": "/portal", "play": ["close": ["head": 1]]], ["path": "/portal", "play": ["stall": ["head": 1]]],
        ["operation": "portals/self", "play": ["drip": ["rate": 1]]], ["request": 2, "play": ["contentLength": 1]],
        ["request": 3, "play": ["deepJSON": 1]], ["request": 4, "play": ["status": 503, "retryAfter": 1]],
        ["request": 4, "play": ["status": 503, "retryAt": "1s"]],
        ["request": 5, "play": ["envelope": 500]], ["request": 6, "play": ["dress": "gzip"]],
    ]

    /// Scenarios as YAML.
    package static let scenarios: [String] = [
        """
        environment:
          retry: { tries: 2 }
          identities: [{ pkcs12: alice, password: right, overwrite: false, legacy: false, file: junk }]
        client:
          - advance: 1m
          - answers:
              - importThenCertificate: [{ pkcs12: alice, password: right, overwrite: false, legacy: false, file: junk }]
              - requests: { service: Traffic, form: { a: b } }
                then: cancel
              - until: { joined: 1 }
                cancel: true
              - oauth: { as: alice, password: secret, browser: deny, way: browser, strangers: false, provider: login, sameBrowser: false, identity: alice }
              - password: { as: alice }
        expect: {}
        foreign: { task: connect, outcome: accepted, before: [{ portal: { expire: all } }] }
        """
    ]
}
