internal import JSONValues

/// The bodies of the control API.
extension ControlBody {
    private static let duration: JSONValue = ["type": "string", "pattern": "^([0-9]{1,9}(ms|s|m|h|d|w)){1,6}$"]
    private static let alias: JSONValue = [
        "type": "string", "pattern": "^(all|key:[^\\n]{1,100}|(token|refresh|idtoken)#[0-9]{1,9})$",
    ]

    private static let advance = Key(
        "advance",
        "Moves the portal's clock on by this much, as `61m`; it goes no further than 1000 years ahead of real time.",
        duration)
    private static let expire = Key(
        "expire", "Ends a token's time: an alias like `token#1`, `refresh#1` or `key:weather`, or `all` access tokens.",
        alias)
    private static let revoke = Key("revoke", "Revokes a token, likewise.", alias)

    static let clock = ControlBody(keys: [advance], isChoice: true, examples: [("an hour", ["advance": "61m"])])

    static let tokens = ControlBody(
        keys: [expire, revoke], isChoice: true,
        examples: [("the first one ends", ["expire": "token#1"]), ("all are revoked", ["revoke": "all"])])

    static let actions = ControlBody(
        keys: [
            advance, expire, revoke,
            Key(
                "password", "Gives accounts new passwords, by user name.",
                ["type": "object", "additionalProperties": ["type": "string", "minLength": 1]]),
            Key(
                "certificate",
                "Shows another certificate to new connections: the recipe's name, or a host and a recipe.",
                [
                    "oneOf": [
                        ["type": "string"],
                        [
                            "type": "object", "additionalProperties": false, "required": ["recipe"],
                            "properties": ["host": ["type": "string"], "recipe": ["type": "string"]],
                        ],
                    ]
                ]),
            Key("release", "Lets the answers go that an operation holds back.", ["type": "string"]),
            Key("access", "Opens or closes the organization to strangers.", ["enum": .array(access)]),
            Key("nonces", "Makes every nonce stale that the web tier has handed out.", ["enum": ["expire"]]),
            Key(
                "reach", "Opens or closes the portal's port, or that of a host.",
                [
                    "oneOf": [
                        ["enum": .array(reaches)],
                        [
                            "type": "object", "additionalProperties": false, "required": ["host", "is"],
                            "properties": ["host": ["type": "string"], "is": ["enum": .array(reaches)]],
                        ],
                    ]
                ]),
            Key(
                "set", "Lays these differences over the blueprint; the keys are those of a preset's file.",
                ["type": "object"]),
        ], isChoice: true,
        examples: [
            ("an hour passes", ["advance": "61m"]), ("another certificate", ["certificate": "expired"]),
            ("a new password", ["password": ["alice": "another"]]),
        ])

    private static let access = Blueprint.Access.allCases.map { JSONValue.string($0.rawValue) }
    private static let reaches = Blueprint.Reach.allCases.map { JSONValue.string($0.rawValue) }

    /// What a portal is to be.
    static let wanted = ControlBody(
        keys: [
            Key(
                "scenario",
                "A preset, a scenario's id or a row of the catalogue; what is served now where it is left out.",
                ["type": "string"]),
            Key("blueprint", "Differences from it; the keys are those of a preset's file.", ["type": "object"]),
        ],
        examples: [
            ("another preset", ["scenario": "organization"]),
            ("with differences", ["scenario": "token", "blueprint": ["tokens": ["lifetime": "1m"]]]),
        ])

    static let wait = ControlBody(
        keys: [
            Key(
                "count", "So many requests must stand in the journal; 1 where it is left out.",
                ["type": "integer", "minimum": 0, "maximum": 1_000_000]),
            Key(
                "timeout", "Gives up after this time, at most `10m`; `10s` where it is left out.",
                ["type": "string", "pattern": "^([0-9]{1,5}ms|[0-9]{1,2}s|[0-9]m|10m)$"]),
        ] + JournalFilter.keys,
        examples: [
            ("two sign-ins of alice", ["count": 2, "operation": "generateToken", "user": "alice", "timeout": "5s"])
        ])

    static let verify = ControlBody(
        keys: [
            Key(
                "wire",
                "Lines as a scenario's `wire` has them, as `GET portals/self +token#1 -> 200` or `TLS refused cert=expired`, and groups (`optional`, `anyOrder`, `either`).",
                ["type": "array", "items": ["type": ["string", "object"]]], isRequired: true),
            Key(
                "mode",
                "`exact`, the default: these requests and no others, in this order. `any`: in this order among others.",
                ["enum": ["exact", "any"]]),
        ],
        examples: [
            (
                "a sign-in and a question",
                [
                    "wire": ["POST generateToken user=alice -> token#1", "GET portals/self +token#1 -> 200"],
                    "mode": "any",
                ]
            )
        ])
}
