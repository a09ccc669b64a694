internal import Foundation
internal import Platform

extension ChildProcess {
    /// The end of a process: a thread of its own waits for it and reaps it.
    final class Ending: Sendable {
        private enum State {
            case running(waiting: [CheckedContinuation<Int32, Never>])
            case ended(Int32)
        }

        let process: pid_t
        private let state = Locked(State.running(waiting: []))

        init(of process: pid_t) {
            self.process = process
            Thread.detachNewThread { self.reap() }
        }

        /// The exit status; -1 where a signal ended it.
        func status() async -> Int32 {
            await withCheckedContinuation { continuation in
                let status: Int32? = state.withLock { state in
                    switch state {
                    case .ended(let status): return status
                    case .running(let waiting):
                        state = .running(waiting: waiting + [continuation])
                        return nil
                    }
                }
                if let status { continuation.resume(returning: status) }
            }
        }

        /// Sends a signal, unless it has ended.
        func send(_ signal: Int32) {
            state.withLock { state in
                if case .running = state { kill(process, signal) }
            }
        }

        private func reap() {
            // It is first only looked at: its number is free for another process once it has been reaped.
            var seen = siginfo_t()
            while waitid(P_PID, id_t(process), &seen, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let (status, waiting): (Int32, [CheckedContinuation<Int32, Never>]) = state.withLock { state in
                var word: Int32 = 0
                while waitpid(process, &word, 0) < 0, errno == EINTR {}
                let status = word & 0x7F == 0 ? (word >> 8) & 0xFF : -1
                guard case .running(let waiting) = state else { return (status, []) }
                state = .ended(status)
                return (status, waiting)
            }
            for waiter in waiting { waiter.resume(returning: status) }
        }
    }
}
