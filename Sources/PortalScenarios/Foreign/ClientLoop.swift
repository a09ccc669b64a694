internal import CKeeper
internal import Platform

/// Serves the streams of one client until its keeper says that nothing of it is left.
struct ClientLoop: Sendable {
    let pipes: ClientProcess.Pipes
    let keeper: pid_t
    let bell: WakePipe
    let state: Locked<ClientProcess.State>
    let keys: GivenKeys
    let hearing: AsyncStream<ClientProcess.Heard>.Continuation?

    /// What was read so far.
    private struct Reading {
        var output = BoundedOutput()
        var errors = BoundedOutput()
        var line: [UInt8] = []
        var isLineTooLong = false
        var isFlooded = false
        var report: [UInt8] = []
        var open: Set<Int32>
    }

    func run() -> ClientProcess.Ended {
        // A write to a program that no longer reads is an error, not the end of the runner.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        var reading = Reading(open: [pipes.output, pipes.errors, pipes.report])
        var input = pipes.input
        var isTimedOut = false
        // Since when the keeper is waited for.
        var patience: KeeperPatience?
        while reading.open.contains(pipes.report) {
            let (wantsInput, endsInput, isKilled, deadline) = state.withLock {
                (!$0.input.isEmpty, $0.endsInput, $0.isKilled, $0.time.end)
            }
            if input >= 0, endsInput, !wantsInput {
                close(input)
                input = -1
            }
            if !isTimedOut, patience == nil, let deadline, .now >= deadline { isTimedOut = true }
            if patience == nil, isTimedOut || isKilled {
                patience = KeeperPatience(since: .now)
                var byte: UInt8 = 0
                _ = write(pipes.lifeline, &byte, 1)
            }
            if let step = patience?.step(at: .now), !carryOut(step) { break }
            let rest = patience == nil ? deadline.map { max(.zero, $0 - .now) } : KeeperPatience.longestPiece
            let places = wait(for: reading.open, input: wantsInput ? input : -1, atMost: rest)
            if places.contains(bell.reading) { bell.clear() }
            if input >= 0, places.contains(input), !feed(input) {
                state.withLock {
                    $0.isInputBroken = true; $0.input = []
                }
                close(input)
                input = -1
            }
            // What was written before the report is read before it is believed.
            for place in [pipes.output, pipes.errors, pipes.report] where places.contains(place) {
                read(place, &reading)
            }
        }
        for place in [pipes.output, pipes.errors] where reading.open.contains(place) { drain(place, &reading) }
        if !reading.line.isEmpty { hear(&reading) }
        if input >= 0 { close(input) }
        for place in [pipes.output, pipes.errors, pipes.report, pipes.lifeline] { close(place) }
        var ended = ended(reading, isTimedOut: isTimedOut)
        ended.isKilled = state.withLock { $0.isKilled }
        return ended
    }

    /// Does what is due about a keeper that was told to end its client; false where it is waited for no longer.
    ///
    /// It is there as long as its report is open.
    private func carryOut(_ step: KeeperPatience.Step) -> Bool {
        switch step {
        case .wait: return true
        case .wake: kill(keeper, SIGCONT)
        case .endClient:
            for process in ProcessTree.below(keeper) { kill(process, SIGKILL) }
            kill(keeper, SIGCONT)
        case .endKeeper: kill(keeper, SIGKILL)
        case .giveUp: return false
        }
        return true
    }

    /// The descriptors at which something can be done; waited for without an end where none is said.
    private func wait(for open: Set<Int32>, input: Int32, atMost rest: Duration?) -> Set<Int32> {
        var places = ([bell.reading] + open).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if input >= 0 { places.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        let milliseconds = rest.map { rest in
            let (seconds, attoseconds) = rest.components
            return min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        }
        guard poll(&places, nfds_t(places.count), Int32(milliseconds ?? -1)) > 0 else { return [] }
        return Set(places.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Writes what waits to be read; false where no process will read it.
    private func feed(_ input: Int32) -> Bool {
        state.withLock { state in
            let written = write(input, state.input, state.input.count)
            if written > 0 { state.input.removeFirst(written) }
            return written >= 0 || errno == EAGAIN || errno == EINTR
        }
    }

    private func drain(_ place: Int32, _ reading: inout Reading) {
        // Nothing of the client is left: what is not here by now never comes.
        while reading.open.contains(place), read(place, &reading) {}
    }

    /// Takes over what is there; false where there is nothing for now.
    @discardableResult
    private func read(_ place: Int32, _ reading: inout Reading) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let count = Platform.read(place, buffer.baseAddress, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return false }
            guard count > 0 else {
                reading.open.remove(place)
                return false
            }
            let bytes = UnsafeRawBufferPointer(buffer)[..<count]
            if place == pipes.report { reading.report += bytes }
            if place == pipes.errors { reading.errors.add(bytes) }
            if place == pipes.output {
                reading.output.add(bytes)
                if hearing != nil { split(bytes, &reading) }
            }
            return true
        }
    }

    private func split(_ bytes: Slice<UnsafeRawBufferPointer>, _ reading: inout Reading) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            add(rest[..<end], &reading)
            hear(&reading)
            rest = rest[(end + 1)...]
        }
        add(rest, &reading)
    }

    private func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ reading: inout Reading) {
        if reading.isLineTooLong { return }
        reading.line += bytes
        guard reading.line.count > ClientProcess.longestLine else { return }
        // Told at once: its end may never come.
        reading.isLineTooLong = true
        reading.line = []
        report(.tooLong, &reading)
    }

    private func hear(_ reading: inout Reading) {
        if !reading.isLineTooLong {
            report(.line(keys.text(of: reading.line).withoutLongMarkRuns), &reading)
        }
        reading.line = []
        reading.isLineTooLong = false
    }

    private func report(_ heard: ClientProcess.Heard, _ reading: inout Reading) {
        // Before it can be heard: who hears it lets the time go on.
        if hearing != nil { state.withLock { $0.time.stop(at: .now) } }
        if case .dropped? = hearing?.yield(heard) { reading.isFlooded = true }
    }

    private func ended(_ reading: Reading, isTimedOut: Bool) -> ClientProcess.Ended {
        var ended = ClientProcess.Ended(
            output: reading.output.text(knowing: keys).withoutLongMarkRuns,
            errors: reading.errors.text(knowing: keys).withoutLongMarkRuns)
        ended.cut = [("standard output", reading.output), ("standard error", reading.errors)].filter(\.1.isCut).map(\.0)
        ended.isFlooded = reading.isFlooded
        let size = MemoryLayout<ckeeper_report>.size
        for start in stride(from: 0, through: reading.report.count - size, by: size) {
            let report = reading.report[start..<start + size].withUnsafeBytes {
                $0.loadUnaligned(as: ckeeper_report.self)
            }
            switch Int(report.kind) {
            case CKEEPER_NOT_STARTED: ended.failure = report.value
            case CKEEPER_EXITED where ended.failure == nil: ended.end = .exited(Int(report.value))
            case CKEEPER_SIGNALLED: ended.end = .signalled(Int(report.value))
            case CKEEPER_LEFT: ended.left = Int(report.value)
            default: break
            }
        }
        if isTimedOut { ended.end = .timedOut }
        return ended
    }
}
