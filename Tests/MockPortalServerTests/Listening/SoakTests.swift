import Foundation
import JSONValues
import Platform
import Testing

@testable import MockPortalServer

/// Many connections, every second one abused; in a process of its own, so that it counts its own descriptors.
@Suite struct `Soak` {
    @Test(.enabled(if: isLinux, "counts descriptors and memory in /proc"))
    func `Descriptors and memory return to where they were`() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            do {
                try await SoakRun().run()
            } catch {
                print("soak: \(error)")
                exit(EXIT_FAILURE)
            }
        }
        for content in [result?.standardOutputContent, result?.standardErrorContent] {
            print(String(decoding: content ?? [], as: UTF8.self))
        }
    }
}

/// Rounds of connections against one portal, measured after each.
struct SoakRun {
    /// Connections in all; MOCKPORTAL_SOAK says how many.
    private let count = ProcessInfo.processInfo.environment["MOCKPORTAL_SOAK"].flatMap { Int($0) } ?? 1000
    private let rounds = 4
    /// Kilobytes by which memory may differ between the rounds: what an allocator keeps to itself.
    private let tolerance = 8 * 1024

    /// The address sanitizer keeps what was freed for a while, so that memory says nothing under it.
    private let judgesMemory = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil

    private enum Failure: Error { case unanswered(String), notQuiet, leaked(String) }

    func run() async throws {
        var options = ServeOptions.unhurried
        options.journal.requests = 100
        options.journal.connections = 100
        let portal = try TestPortal.start(
            [
                "http": "serve",
                "faults": [
                    ["path": "/portal/stall", "play": "stall"], ["path": "/portal/reset", "play": "reset"],
                ],
            ], options: options)
        // No client of it must be answered.
        options.limits.idleSeconds = 2
        let impatient = try TestPortal.start(["http": "serve"], options: options)
        let portals = [portal, impatient]
        // What is made once, as threads and pipes, is made in the first round.
        let first = try await round(portals, connections: 416)
        print("soak: before           \(first.descriptors) descriptors, \(first.kilobytes) KiB")
        var (last, least) = (first, first.descriptors)
        for number in 1...rounds {
            let clock = ContinuousClock.now
            let now = try await round(portals, connections: count / rounds, settlingAt: least)
            print(
                "soak: round \(number), \(count / rounds) connections in \(clock.duration(to: .now)): \(now.descriptors) descriptors, \(now.kilobytes) KiB"
            )
            // A socket of the first round may have been about to be closed; what is fewer once is so from then on.
            guard now.descriptors <= least else { throw Failure.leaked("\(now.descriptors - least) descriptors") }
            least = now.descriptors
            // The first round may still find what the small one before did not need.
            guard number == 1 || !judgesMemory || now.kilobytes - last.kilobytes < tolerance else {
                throw Failure.leaked("\(now.kilobytes - last.kilobytes) KiB")
            }
            last = now
        }
        for portal in portals { portal.stop() }
    }

    private func round(
        _ portals: [MockPortal], connections: Int, settlingAt wanted: Int? = nil
    ) async throws -> (descriptors: Int, kilobytes: Int) {
        let ports = [portals[0].port] + portals.map { TestPortal.port(of: $0.httpURL) }
        let arguments = (ports + [connections]).map { "\($0)" }
        let output = try await PythonPeer.run(PythonPeer.soak, arguments)
        // Sixteen of each thirty-two are answered.
        let answered = (0..<connections).count { $0 / 16 % 2 == 0 }
        guard output == "\(answered) answered\n" else { throw Failure.unanswered(output) }
        for portal in portals {
            guard await portal.waitUntilQuiet() else { throw Failure.notQuiet }
            // A socket that lingers is closed by another thread, once it has seen that its client is gone.
            while !portal.listeners.allSatisfy(\.lingering.isIdle) { await Task.yield() }
        }
        let start = ContinuousClock.now
        while Self.descriptors > wanted ?? .max, start.duration(to: .now) < .seconds(10) {
            await Task.yield()
        }
        for portal in portals { portal.clearJournal() }
        return (Self.descriptors, Self.kilobytes)
    }

    private static var descriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0)
    }

    /// Resident memory that is no file's, in KiB: by statm (proc(5)) the second number without the third, in pages. Of the program and
    /// its libraries the system keeps in memory what it likes.
    private static var kilobytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").compactMap { Int($0) }
        guard pages.count > 2 else { return 0 }
        return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }
}
