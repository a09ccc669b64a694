import JSONValues
import MockPortalProcess
import Platform
import Testing

@Suite struct `A program that hangs` {
    private func started(_ program: IdleProgram, _ limits: ProcessLimits) async throws -> PortalProcess {
        try await PortalProcess.start(program: program.path, limits: limits)
    }

    @Test func `is not waited for without end where it tells nothing`() async throws {
        let program = try IdleProgram()
        var limits = ProcessLimits()
        limits.start = .zero
        await #expect {
            try await started(program, limits)
        } throws: {
            "\($0)".contains("\(program.path) did not tell within 0.0 seconds where it serves")
        }
    }

    @Test func `is killed where it does not end when it is asked to`() async throws {
        let program = try IdleProgram("trap '' TERM\n" + IdleProgram.ready())
        var limits = ProcessLimits()
        limits.end = .zero
        let portal = try await started(program, limits)
        let process = pid_t(try #require(portal.ready["pid"]?.integer))
        portal.stop()
        #expect(kill(process, 0) != 0)
    }

    @Test func `is not waited for without end where no call is answered`() async throws {
        let listener = try SilentListener()
        let program = try IdleProgram(IdleProgram.ready(controlPort: listener.port))
        var limits = ProcessLimits()
        limits.answer = .zero
        limits.wait = .zero
        let portal = try await started(program, limits)
        await #expect { try await portal.requests() } throws: { "\($0)".contains("within 0.0 seconds") }
        await #expect { try await portal.call("GET", "health") } throws: { "\($0)".contains("within 0.0 seconds") }
        withExtendedLifetime(listener) {}
    }
}
