import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import Platform
import PortalScenarios
import TLSIdentity

/// The portal of a `serve` command, its control API, and the files that it keeps for its clients.
struct ServingPortal {
    private let control: ControlServer
    /// The page that offers the authority; only where other machines can reach the portal.
    private let setup: SetupServer?
    /// Whether only this machine can reach the control API.
    private let isControlLocal: Bool
    private let summary: String?
    private let showsGoodCertificate: Bool
    private let login: Announcement.Login?
    private let identities: IdentityFiles?
    /// The folder that was made for the CA file and goes again; nil where it is the user's.
    private let temporaryFolder: String?

    /// Starts a portal; every failure is one clear line, and nothing is left behind.
    init(
        _ blueprint: Blueprint, scenario: String, fixtures: FixtureTree, options: ServeOptions,
        control address: ControlAddress, certs: String?, judging: LiveJudging? = nil
    ) throws(CommandFailure) {
        var blueprint = blueprint
        blueprint.servedAs = scenario
        var options = options
        summary = blueprint.summary
        isControlLocal = address.isLoopback
        showsGoodCertificate = blueprint.tls.certificate == "good"
        if let certs { try OutputFile.makeFolder(certs, mode: 0o700) }
        // The authority of hosts that are played is new each time, so it has no place in a folder that is kept.
        let temporary = certs == nil || options.standIn != nil ? try OutputFile.makeTemporaryFolder() : nil
        temporaryFolder = temporary
        let folder = OutputFile.absolute(certs ?? temporary ?? ".")
        let caFile = folder + "/ca.pem"
        do {
            let pki = try TestPKI(
                fixtures: fixtures, names: ["localhost", ".localhost"] + options.servedNames,
                addresses: ["127.0.0.0/8", "::1"] + options.servedAddresses, keptIn: certs)
            if certs == nil { try OutputFile.write(Array(pki.authorityPEM.utf8), to: caFile) }
            if let standIn = options.standIn, let temporary {
                let file = OutputFile.absolute(temporary) + "/stand-in-ca.pem"
                try OutputFile.write(Array(standIn.authorityPEM.utf8), to: file)
                options.standIn?.caFile = file
            }
            let portal = try MockPortal.start(blueprint, options: options, pki: pki)
            identities =
                portal.asksForCertificates
                ? try IdentityFiles.write(
                    of: pki, password: portal.identityPassword.reveal { $0 }, to: folder) : nil
            login = Announcement.Login(blueprint, accounts: portal.accounts)
            setup = options.isLoopback ? nil : try SetupServer.start(for: portal)
            var examiner: ControlServer.Examiner?
            var endHandler: ControlServer.EndHandler?
            if let judging {
                examiner = { portal, name in judging.json(of: portal, serving: name) }
                endHandler = { portal, name in judging.take(portal, serving: name) }
            }
            let isJudged = judging != nil
            control = try ControlServer.start(
                for: portal, scenario: scenario, nonce: Hexadecimal.encode(randomBytes(16)), caFile: caFile,
                at: address, handingEndedTo: endHandler, examine: examiner,
                verify: { portal, body throws(DocumentError) in try LiveVerification.answer(body, at: portal) }
            ) { name throws(BlueprintError) in
                // The control API opens no files of this machine.
                guard name == scenario || !OwnFiles.isPath(name) else { throw ScenarioChoice.fileRefused(name) }
                return try ScenarioChoice.blueprint(named: name, fixtures: fixtures, isJudged: isJudged)
            }
        } catch {
            Self.removeFolder(temporary)
            if let failure = error as? CommandFailure { throw failure }
            let mistake = error as? DocumentError ?? (error as? MockPortalError)?.underlying as? DocumentError
            throw CommandFailure(
                "\(ScenarioChoice.placed(error, in: scenario))",
                mistake.map { CommandFailure($0).status } ?? .couldNotJudge)
        }
    }

    /// The portal that is served now.
    var portal: MockPortal { control.portal }

    /// The name of what is served now: the control API may have changed it.
    var scenario: String { control.ready.scenario }

    /// Prints what whatever portal is served sees from now on; `bell` is that of its options.
    func log(_ format: TrafficLog.Format, bell: JournalBell) throws(CommandFailure) -> TrafficLog {
        try TrafficLog(format, bell: bell) { [control] in (control.portal, { control.ready.scenario }) }
    }

    /// What programs are told.
    var ready: ReadyDocument {
        var document = control.ready
        document.setupURL = setup?.url
        let password = control.portal.identityPassword.reveal { $0 }
        document.identities = (identities?.files ?? []).filter { !$0.key.isEmpty }.map { file in
            ReadyDocument.Identity(
                name: file.name, p12File: file.p12, password: password, pemFile: file.chain, keyFile: file.key)
        }
        return document
    }

    /// What it means that other machines reach the control API; nothing where they do not.
    var warnings: [String] {
        guard !isControlLocal else { return [] }
        return [
            "Warning: the control API listens beyond this machine. A caller that knows its address can read every password",
            "and steer the portal. The random part of the address is the only protection, and it travels over plain HTTP.",
        ]
    }

    /// What a person is told, by way of a file that others may read where there is one.
    func announcement(in file: SharedOutput?) -> Announcement {
        let options = control.portal.options
        return Announcement(
            ready: ready, summary: summary, address: options.host, isLoopback: options.isLoopback,
            showsGoodCertificate: showsGoodCertificate, login: login,
            proxyClient: control.portal.blueprint.identityProxy?.clientID, identities: identities?.files ?? [],
            sharedOutput: file)
    }

    /// Frees the ports and removes what was written for this run only.
    func stop() {
        control.stop()
        setup?.stop()
        control.portal.stop()
        Self.removeFolder(temporaryFolder)
    }

    private static func removeFolder(_ folder: String?) {
        if let folder { TemporaryFolders.process.remove(folder) }
    }
}
