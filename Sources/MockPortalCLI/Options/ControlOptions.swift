import ArgumentParser
import MockPortalServer

/// Where the control API of a served portal listens, and how much it keeps of the traffic.
struct ControlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Bind the control API to this address, or to every address under this name; anything but loopback lets other \
            machines steer the portal that know its address.
            """, valueName: "host"))
    var controlHost = "127.0.0.1"

    @Option(help: ArgumentHelp("Listen for control calls on this port; 0 picks a free one.", valueName: "port"))
    var controlPort = 0

    @Option(
        help: ArgumentHelp(
            "Keep so much of the traffic in memory; the oldest entries are dropped and counted.", valueName: "MiB"))
    var journalSize = 64

    @Flag(
        name: .customLong("open"),
        help: "Open the live page in a browser: what comes, as it comes, and the portal's clock and faults.")
    var opensPage = false

    func validate() throws {
        guard (0...65535).contains(controlPort) else {
            throw ValidationError("--control-port \(controlPort): a port is a number from 0 to 65535")
        }
        guard (1...65536).contains(journalSize) else {
            throw ValidationError("--journal-size \(journalSize): a number of MiB from 1 to 65536 is needed, like 64")
        }
        let isHost = controlHost.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                || ".-_:".unicodeScalars.contains($0)
        }
        guard isHost, !controlHost.isEmpty else {
            throw ValidationError(
                "--control-host \(controlHost): an address like 0.0.0.0 or a host name is needed, without scheme and port"
            )
        }
    }

    /// Where the control API listens; a name that the portal is given is good for it too.
    func address(name: String?) -> ControlAddress {
        ControlAddress(host: controlHost, port: controlPort, name: name)
    }

    /// The same portal with the journal's limit.
    func limiting(_ options: ServeOptions) -> ServeOptions {
        var options = options
        options.resources.journal.bytes = journalSize << 20
        return options
    }
}
