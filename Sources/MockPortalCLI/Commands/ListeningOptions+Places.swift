import ArgumentParser
import Platform
import TLSIdentity

/// Whether a portal can listen where it is told to, before anything is made for it.
extension ListeningOptions {
    /// Throws where the address to bind is none, and where no certificate can hold the name.
    func requireNames() throws {
        guard host == "localhost" || Self.isAddress(host) else {
            throw ValidationError(
                "--host \(Self.shown(host)): an address of this machine is needed, like 127.0.0.1, or 0.0.0.0 for all of them; "
                    + "a host name is given with --name")
        }
        guard let name, !Self.isAddress(name), (try? DNSName(name)) == nil else { return }
        throw ValidationError(
            "--name \(Self.shown(name)): a host name is needed, like gis.example.com, without scheme and port")
    }

    /// Throws where two listeners would have one port of one address: the second would find it taken, by this very process.
    func requirePortsApart(from control: ControlOptions) throws {
        let places = places(with: control)
        for (index, place) in places.enumerated() {
            guard let other = places[..<index].first(where: { $0.clashes(with: place) }) else { continue }
            throw ValidationError(
                "\(place.option) \(place.port): \(other.option) has the same port; name another one, or 0 for a free one"
            )
        }
    }

    /// Runs a body that starts to listen; where a port is taken, the failure begins with the option that gave it.
    func namingTakenPort<Result>(
        with control: ControlOptions, _ body: () throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        do { return try body() } catch {
            let taken = places(with: control).first {
                $0.port != 0 && error.message.hasPrefix("port \($0.port) of \($0.address) is taken ")
            }
            guard let taken else { throw error }
            throw CommandFailure("\(taken.option): \(error.message)", error.status)
        }
    }

    private func places(with control: ControlOptions) -> [Place] {
        let own = Self.bound(host)
        return [
            Place(option: "--port", address: own, port: port),
            Place(option: "--http-port", address: own, port: httpPort ?? 0),
            Place(option: "--proxy-port", address: own, port: proxyPort ?? 0),
            Place(option: "--control-port", address: Self.bound(control.controlHost), port: control.controlPort),
        ]
    }

    /// Where a listener is to listen, and the option that says so.
    private struct Place {
        let option: String
        let address: String
        /// 0 picks a free one, which is no other's.
        let port: Int

        func clashes(with other: Place) -> Bool {
            port != 0 && port == other.port
                && (address == other.address || takes(other.address) || other.takes(address))
        }

        /// Whether it is every address, this one among them: `::` has the ports of IPv4 too (RFC 3493 §5.3), `0.0.0.0` has no
        /// others.
        private func takes(_ address: String) -> Bool {
            switch self.address {
            case "::": true
            case "0.0.0.0": !address.contains(":")
            default: false
            }
        }
    }

    /// The address that is bound for a host: every one for a name.
    private static func bound(_ host: String) -> String {
        if host.lowercased() == "localhost" { return "127.0.0.1" }
        return isAddress(host) ? host : "0.0.0.0"
    }

    private static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }

    /// A word of the command line; an empty one as it is typed.
    private static func shown(_ word: String) -> String { word.isEmpty ? "''" : word }
}
