extension FindingGuide {
    private static let token = "developers.arcgis.com › Access secure services"

    /// The requests beside those that the scenario wants.
    static let wire = [
        FindingGuide(
            "wire.order", "A request is not the one that is due: the difference says in what.",
            advice:
                "Change what the difference names; mockportal explain <scenario> prints all lines and their grounds.",
            source: "\(token); RFC 9110 §9.2"),
        FindingGuide(
            "wire.unexpected", "A request came that the scenario does not ask for.",
            advice: "Do not ask for what is known or was just answered; the difference says what it repeats.",
            source: "\(token); RFC 9110 §9.2.2"),
        FindingGuide(
            "wire.missing", "A request that the scenario asks for never came, or came otherwise.",
            advice:
                "Change what stands behind ← if it came; else see the request before it, whose answer asks for it, or the connections.",
            source: token),
        FindingGuide(
            "wire.never", "A request came that must never come.",
            advice: "Take off what the line names: a credential, a host or an operation that is not allowed here.",
            source: "RFC 9110 §11.6.1, §15.4; \(token)"),
        FindingGuide(
            "wire.unasked", "The client did not ask where tokens are issued, because it knew or guessed.",
            advice: "Read authInfo.tokenServicesUrl from info; a guess fails where the token service is elsewhere.",
            source: "developers.arcgis.com/rest › Server Info"),
        FindingGuide(
            "wire.probe", "A request came that nothing asks for; it brought nothing and changed nothing.",
            advice: "Leave it out where its answer is not used.", source: "RFC 9110 §9.2.1"),
        FindingGuide(
            "wire.not-ahead",
            "A request was sent without the credentials that the server had taken before, and asked for them.",
            advice:
                "Send them at once to what lies below an address that asked for them: it saves a request each time.",
            source: "RFC 7617 §2.2; RFC 7616 §3.6"),
        FindingGuide(
            "wire.permitted", "A request came that a document leaves open, and that a safer client does not send.",
            advice: "Take the way that the scenario's own requirement names; the difference says why this one passes.",
            source: "Fixtures/scenarios/README.md"),
        FindingGuide(
            "wire.other-order", "The requests are the right ones in another order.",
            advice: "Nothing has to be changed where no request rests on an answer that came later.",
            source: "RFC 9110 §9.2.1"),
    ]

    /// What the client made of it.
    static let outcomes = [
        FindingGuide(
            "outcome", "The client ended otherwise than the scenario wants.",
            advice: "Take an error envelope in a 200 answer for a failure, and a granted request for success.",
            source: "developers.arcgis.com/rest › Status codes"),
        FindingGuide(
            "outcome.missing", "The client ended without saying how it went.",
            advice: "End with exit code 0, 1 or 89.", source: "Fixtures/clients/README.md"),
        FindingGuide(
            "outcome.contradiction", "The client's last line says something else than its exit code.",
            advice: "Print an outcome that agrees with the exit code, or none.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "outcome.unproved", "The client says how it went, and nothing on the wire bears it out.",
            advice: "Report success only after a granted request, and a reason only for what the server answered.",
            source: "RFC 9110 §15"),
        FindingGuide(
            "outcome.no-reason", "The client refused, and does not say why in words that are known.",
            advice: "Print {\"outcome\": \"refused\", \"reason\": …} last, or map the client's words by --reasons.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "outcome.reason", "The client refused for another reason than the right one.",
            advice: "Tell the cause that the server or the certificate gave, not a later consequence of it.",
            source: "RFC 9110 §15; developers.arcgis.com/rest › Status codes"),
        FindingGuide(
            "final.", "Something is not as it should be at the end of the run.",
            advice: "Look at the first finding: what stands at the end follows from it.",
            source: "developers.arcgis.com/rest › Status codes"),
        FindingGuide(
            "events.order", "The app was told something else than what happened, or in another order.",
            advice: "Tell the app of each step once, when it is over, with the server's own reason.",
            source: "developers.arcgis.com/rest › Status codes"),
        FindingGuide(
            "events.missing", "The app was never told of something that happened.",
            advice: "Tell the app how each step ended, also where it failed.",
            source: "developers.arcgis.com/rest › Status codes"),
        FindingGuide(
            "events.no-reason", "A step failed, and the client does not say why in words that are known.",
            advice: "Answer the step with a reason of the list, or map the client's words by --reasons.",
            source: "Fixtures/clients/README.md"),
    ]

    /// The run itself.
    static let runs = [
        FindingGuide(
            "client", "The client crashed, hung, broke the dialogue or did not end cleanly.",
            advice: "Read its standard error in the report, and run the scenario again with --explain.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "client.exit-code", "The client ended with an exit code that the contract does not know.",
            advice: "End with 0, 1 or 89, or map the client's own codes by --reasons.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "client.signal", "The client was ended by a signal: it crashed or was killed.",
            advice: "Read its standard error in the report; a refusal ends with exit code 1.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "client.inconsistent", "The client says that it cannot do what it did in another scenario of the run.",
            advice:
                "Answer unsupported (exit code 89) for what the client never does, and refuse what it will not do here.",
            source: "Fixtures/clients/README.md"),
        FindingGuide(
            "twin", "The run beside it went wrong: the client may refuse everything, or take everything for right.",
            advice: "Make the client pass the twin first; what it says proves something only beside that.",
            source: "Fixtures/scenarios/README.md"),
        FindingGuide(
            "schedule", "The run failed in another order of answers than the one that was asked for.",
            advice: "Run it again with the printed seed, or explore anew.",
            source: "Fixtures/scenarios/README.md"),
        FindingGuide(
            "order.unknown", "Requests ran side by side, so that their order proves nothing.",
            advice: "Repeat the session with one request at a time.", source: "RFC 9110 §9.2.2"),
    ]
}
