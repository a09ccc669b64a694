import ArgumentParser
import HTTPSemantics
import JSONValues
import Platform
import PortalTransport
import ScenarioFormat
import StructuredText

/// `mockportal health`: whether a served portal answers, as its ready file names it.
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a served portal whether it answers.",
        discussion: """
            It reads the file that serve --ready-file wrote, asks the control API that the file names, and compares the proof \
            that the answer holds: another process at the same port is no health. The portal's own listener is not asked; its \
            certificate may be flawed on purpose.

            Exit codes: 0 it answers, 1 it does not, or is not ready yet, 64 for a file that is no ready file.

            Example:
              mockportal health ready.json
            """)

    @Argument(
        help: ArgumentHelp("The ready file of the portal.", valueName: "ready-file"), completion: .file())
    var file: String

    func run() async throws {
        guard access(file, F_OK) == 0 else {
            throw CommandFailure(
                "\(file) is not there: the portal is not ready yet, or has ended; it is written by serve --ready-file \(file)",
                .refused)
        }
        let document = try CommandFailure.documents { () throws(DocumentError) in try InputFile.document(file).value() }
        guard let url = document["url"]?.string, let control = document["controlURL"]?.string,
            let nonce = document["nonce"]?.string, let scenario = document["scenario"]?.string
        else {
            throw CommandFailure(
                "\(file) is no ready file: it lacks url, controlURL, nonce or scenario; name the file of serve --ready-file",
                .wrongUsage)
        }
        guard try await Self.answer(of: control)["nonce"]?.string == nonce else {
            throw CommandFailure(
                "another process answers at the address that \(file) names; the portal that wrote it has ended",
                .refused)
        }
        Console.say("\(url) answers, and serves \(scenario)")
    }

    /// What the control API says of its health. Where its name leads nowhere, as a name that is for other machines, the loopback
    /// address with the same port is asked: whoever listens there is known by the nonce.
    private static func answer(of control: String) async throws -> JSONValue {
        do {
            return try await document(control)
        } catch {
            guard let origin = Origin(ofURL: control), !["127.0.0.1", "::1", "localhost"].contains(origin.host),
                let path = control.firstRange(of: "://").map({ control[$0.upperBound...].drop { $0 != "/" } })
            else { throw error }
            return try await document("http://127.0.0.1:\(origin.port)\(path)")
        }
    }

    private static func document(_ control: String) async throws(CommandFailure) -> JSONValue {
        var limits = TransportLimits()
        limits.connect = .seconds(3)
        limits.whole = .seconds(5)
        limits.bodySize = 64 << 10
        do {
            let answer = try await CurlTransport(limits: limits).send(HTTPRequest(url: control + "/health"))
            guard answer.status == 200, let document = try? JSONValue(parsing: answer.body) else {
                throw CommandFailure("the control API answered with HTTP status \(answer.status)", .refused)
            }
            return document
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            // The address is a capability: it is not printed.
            throw CommandFailure("the control API does not answer; the portal has ended, or hangs", .refused)
        }
    }
}
