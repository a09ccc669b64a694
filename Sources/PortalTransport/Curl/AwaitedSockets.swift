internal import CCurl
internal import Platform

/// The sockets whose events libcurl wants to hear of, and what has come of them (`CURLMOPT_SOCKETFUNCTION`, poll(2)).
///
/// libcurl is told of a socket that something happened on, and looks at no other: `curl_multi_perform` would ask the system about
/// every running transfer in every turn. Used by the thread that drives the loop alone, but for its alarm.
final class AwaitedSockets {
    /// The pipe that ends a wait stands first.
    private var waits: [pollfd]
    /// Where a descriptor stands among them; 0 for what is not awaited.
    private var places: [Int] = []
    /// What the last look found and nothing has taken yet.
    private var ready: [(descriptor: Int32, events: Int32)] = []
    /// Whether that look is still to be taken for the present one.
    private var hasLooked = false
    /// Ends a wait, also one that has not begun yet; rung from any thread.
    let alarm: WakePipe

    /// Nil where the process has no descriptors left.
    init?() {
        guard let alarm = WakePipe() else { return nil }
        self.alarm = alarm
        waits = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
    }

    // MARK: what libcurl wants

    /// Takes what libcurl wants to hear of a socket, a value of `CURL_POLL_…`.
    func want(_ interest: Int32, of descriptor: Int32) {
        guard descriptor >= 0 else { return }
        // Of a socket of which nothing is wanted poll(2) would still report the end, again and again.
        guard interest == CURL_POLL_IN || interest == CURL_POLL_OUT || interest == CURL_POLL_INOUT else {
            return forget(descriptor)
        }
        let index = Int(descriptor)
        if index >= places.count { places += repeatElement(0, count: index + 1 - places.count) }
        var wanted: Int32 = 0
        if interest & CURL_POLL_IN != 0 { wanted |= Int32(POLLIN) }
        if interest & CURL_POLL_OUT != 0 { wanted |= Int32(POLLOUT) }
        if places[index] == 0 {
            places[index] = waits.count
            waits.append(pollfd(fd: descriptor, events: Int16(wanted), revents: 0))
        } else {
            waits[places[index]].events = Int16(wanted)
        }
    }

    private func forget(_ descriptor: Int32) {
        guard let place = place(of: descriptor) else { return }
        places[Int(descriptor)] = 0
        let last = waits.removeLast()
        guard last.fd != descriptor else { return }
        waits[place] = last
        places[Int(last.fd)] = place
    }

    private func place(of descriptor: Int32) -> Int? {
        guard descriptor < places.count, places[Int(descriptor)] > 0 else { return nil }
        return places[Int(descriptor)]
    }

    // MARK: what has come

    /// Waits until something comes or the alarm rings, for so many milliseconds at most.
    func wait(milliseconds: Int32) {
        hasLooked = true
        ready.removeAll(keepingCapacity: true)
        // Interrupted by a signal, the wait has ended with nothing.
        guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return }
        if waits[0].revents != 0 { alarm.clear() }
        for wait in waits.dropFirst() where wait.revents != 0 {
            ready.append((wait.fd, Self.events(wait)))
        }
    }

    /// Sees to it that the next look is a new one, since what matters may have come after the last.
    func lookAgain() { hasLooked = false }

    /// Hands on what has come, each socket once, and gives their number.
    func takeReady(_ body: (_ descriptor: Int32, _ events: Int32) -> Void) -> Int {
        if !hasLooked, waits.count > 1 { wait(milliseconds: 0) }
        hasLooked = false
        // What libcurl does about one of them changes what it wants, and may end another.
        var count = 0
        for (descriptor, events) in ready where place(of: descriptor) != nil {
            body(descriptor, events)
            count += 1
        }
        ready.removeAll(keepingCapacity: true)
        return count
    }

    /// In libcurl's terms, `CURL_CSELECT_…`: a connection that has ended or failed is one to be read from or written to, whichever was
    /// wanted, which then tells what happened.
    private static func events(_ wait: pollfd) -> Int32 {
        var events: Int32 = 0
        let ended = wait.revents & Int16(POLLHUP | POLLERR) != 0
        if wait.events & Int16(POLLIN) != 0, ended || wait.revents & Int16(POLLIN) != 0 { events |= CURL_CSELECT_IN }
        if wait.events & Int16(POLLOUT) != 0, ended || wait.revents & Int16(POLLOUT) != 0 { events |= CURL_CSELECT_OUT }
        if wait.revents & Int16(POLLNVAL) != 0 { events |= CURL_CSELECT_ERR }
        return events
    }
}
