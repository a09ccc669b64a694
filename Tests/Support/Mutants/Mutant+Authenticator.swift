internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalScenarios

extension Mutant {
    private static let toolkit = "github.com/Esri/arcgis-maps-sdk-swift-toolkit (Components/Authentication)"

    /// Clients whose authenticator is wrong.
    static let authenticator: [Mutant] = [
        Mutant(
            "prompt-untrusted-by-default", "asks the user about untrusted hosts though prompting is off",
            from: toolkit, breaks: ["S05"],
            because: ["client: a trust question", "events.order: asked(trust", "final.reason"],
            app: { $0.authenticating.change { $0.promptsForUntrustedHosts = true } }),
        Mutant(
            "never-prompt-for-trust", "refuses untrusted hosts though prompting is on",
            from: toolkit, breaks: ["S31"],
            because: ["events.order: failed(certificate-self-signed)", "final.reason", "final.status"],
            app: { $0.authenticating.change { $0.promptsForUntrustedHosts = false } }),
        Mutant(
            "declined-is-trusted", "trusts a host whose user declined to",
            from: toolkit, breaks: ["S32"],
            because: ["trust.verification-off", "wire.unexpected"],
            app: {
                $0.authenticating.interface { faulty in
                    faulty.onTrust = { await $1.trust($0) ?? NetworkTrust(scope: .host) }
                }
            }),
        Mutant(
            "one-turn-per-challenge", "puts no question until the sign-in is over that needs it",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/1006", breaks: ["S33"],
            because: ["client: the client did not end", "events.missing: asked(trust", "wire.missing"],
            app: {
                $0.authenticating.decorate { faulty, _ in
                    let turns = ChallengeQueue()
                    faulty.arcGIS = { challenge, real in
                        let said: Result<ArcGISDisposition, any Error> = try await turns.pass {
                            () throws(PortalError) -> Result<ArcGISDisposition, any Error> in
                            do { return .success(try await real.handle(challenge)) } catch { return .failure(error) }
                        }
                        return try said.get()
                    }
                    faulty.network = { challenge, real in
                        (try? await turns.pass { () throws(PortalError) -> NetworkDisposition in
                            await real.handle(challenge)
                        }) ?? .cancel
                    }
                }
            }),
        Mutant(
            "password-after-page", "asks for a password where the sign-in page was left",
            from: toolkit, breaks: ["O29", "O30"],
            because: ["wire.unexpected: generateToken", "events.order: asked(signIn", "wire.unexpected"],
            app: {
                $0.authenticating.decorate { faulty, parts in
                    let byPassword = parts.with { $0.oAuth = [] }.authenticator
                    faulty.arcGIS = { challenge, real in
                        let answer = try await real.handle(challenge)
                        guard case .cancel = answer, challenge.kind == .oAuthOrToken else { return answer }
                        return try await byPassword.handle(challenge)
                    }
                }
            }),
        Mutant(
            "drop-notice", "does not tell why a sign-in at a page failed",
            from: "RFC 6749 §4.1.2.1", breaks: ["O30"],
            because: ["events.order: told("],
            app: { $0.authenticating.interface { $0.isSilent = true } }),
        Mutant(
            "last-configuration", "uses the last configuration that fits instead of the first",
            from: toolkit, breaks: ["O31", "I04"],
            because: ["wire.order: query.redirect_uri"],
            app: {
                $0.authenticating.change { parts in
                    parts.oAuth.reverse()
                    parts.proxies.reverse()
                }
            }),
        Mutant(
            "password-for-a-proxy", "asks for a password where no configuration for a proxy fits",
            from: toolkit, breaks: ["I02"],
            because: ["client: a signIn", "events.order: asked("],
            app: {
                $0.authenticating.decorate { faulty, parts in
                    faulty.arcGIS = { challenge, real in
                        let answer = try await real.handle(challenge)
                        guard challenge.kind == .iap, case .withoutCredential = answer else { return answer }
                        let host = challenge.requestURL.origin.authority
                        _ = await parts.interface.signIn(
                            SignInQuestion(host: host, realm: nil, method: .token, complaint: nil))
                        return answer
                    }
                }
            }),
        Mutant(
            "give-up-after-refusal", "cancels where a password was wrong",
            from: "developers.arcgis.com/net (CredentialRequestInfo.PreviousFailureCount)", breaks: ["O32"],
            because: ["wire.missing", "wire.order", "events.order: failed(cancelled)"],
            app: {
                $0.authenticating.decorate { faulty, _ in
                    faulty.arcGIS = { $0.previousFailureCount > 0 ? .cancel : try await $1.handle($0) }
                    faulty.network = { $0.previousFailureCount > 0 ? .cancel : await $1.handle($0) }
                }
            }),
        Mutant(
            "ask-without-reason", "asks again without saying why",
            from: "developers.arcgis.com/net (CredentialRequestInfo.PreviousFailureCount)", breaks: ["O32"],
            because: ["events.order: asked("],
            app: {
                $0.authenticating.interface { faulty in
                    faulty.onSignIn = { question, user in
                        await user.signIn(
                            SignInQuestion(
                                host: question.host, realm: question.realm, method: question.method, complaint: nil))
                    }
                }
            }),
        Mutant(
            "question-per-portal", "asks questions of several portals at the same time",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/49", breaks: ["O33"],
            because: ["client: question came while another one was open", "events.order: asked(signIn"],
            app: {
                $0.authenticating.decorate { faulty, parts in
                    faulty.arcGIS = { challenge, _ in try await parts.authenticator.handle(challenge) }
                }
            }),
        Mutant(
            "give-up-at-a-bad-file", "gives up where a file or its password is wrong",
            from: toolkit, breaks: ["P27"],
            because: ["wire.missing: identity=alice", "wire.missing", "events.order: failed("],
            app: {
                $0.authenticating.interface { faulty in
                    let hasGivenUp = Locked(false)
                    faulty.onIdentity = { question, user in
                        if question.complaint != nil || hasGivenUp.withLock({ $0 }) { return .cancel }
                        return await user.identity(question)
                    }
                    faulty.onPassword = { question, user in
                        if question.complaint == nil { return await user.password(question) }
                        hasGivenUp.withLock { $0 = true }
                        return nil
                    }
                }
            }),
        Mutant(
            "choose-unasked", "shows a certificate of the store that the user did not choose",
            from: toolkit, breaks: ["P33"],
            because: ["identity.unchosen", "wire.order: shows the certificate of", "events.order: asked(identity"],
            app: {
                $0.authenticating.decorate { faulty, _ in
                    faulty.network = { challenge, real in
                        guard let first = challenge.candidates.first else { return await real.handle(challenge) }
                        return .credential(.certificate(first))
                    }
                }
            }),
        Mutant(
            "keep-question-open", "keeps a question open whose request was cancelled",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit (AuthenticatorState)", breaks: ["L20"],
            because: ["client: question came while another one was open"],
            app: {
                $0.authenticating.interface { faulty in
                    faulty.onSignIn = { question, user in await Task { await user.signIn(question) }.value }
                }
            }),
    ]
}
