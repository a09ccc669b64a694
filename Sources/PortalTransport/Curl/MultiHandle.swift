internal import CCurl
internal import Platform

/// Owns one multi handle of libcurl.
///
/// Shared between the loop's thread, which alone drives it, and the threads that wake it; so it lives until the last of them
/// has let go, and by then no easy handle is in it.
final class MultiHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer
    /// Outlives the handle, which reports to it.
    private let sockets: AwaitedSockets
    /// What ``wake()`` rings.
    let alarm: WakePipe

    init() throws(CurlFailure) {
        guard let sockets = AwaitedSockets(), let handle = curl_multi_init() else { throw .outOfMemory }
        self.handle = handle
        self.sockets = sockets
        alarm = sockets.alarm
        _ = ccurl_multi_set_socket_function(handle, noteInterest)
        _ = ccurl_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, Unmanaged.passUnretained(sockets).toOpaque())
        // Else libcurl keeps only four idle connections for every running transfer and closes the rest after a burst.
        _ = ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 256)
    }

    deinit { curl_multi_cleanup(handle) }

    /// Ends the loop thread's ``wait(milliseconds:)``, also one that has not begun yet.
    func wake() { alarm.ring() }

    // MARK: on the loop's thread

    func add(_ easy: borrowing EasyHandle) throws(CurlFailure) {
        let code = easy.withHandle { curl_multi_add_handle(handle, $0) }
        guard code == CURLM_OK else { throw CurlFailure(multi: code) }
    }

    func remove(_ easy: borrowing EasyHandle) {
        _ = easy.withHandle { curl_multi_remove_handle(handle, $0) }
    }

    /// Has libcurl go on with every transfer whose socket or timer is ready (curl_multi_socket_action(3)).
    func perform() {
        var running: Int32 = 0
        let count = sockets.takeReady { curl_multi_socket_action(handle, $0, $1, &running) }
        // With each socket libcurl looks at its timers too, and what was added has one that ran out at once.
        if count == 0 { curl_multi_socket_action(handle, ccurl_socket_timeout(), 0, &running) }
    }

    /// Waits for a socket, a timer of libcurl or a wake-up.
    func wait(milliseconds: Int32) {
        var timer = -1
        curl_multi_timeout(handle, &timer)
        sockets.wait(milliseconds: timer < 0 ? milliseconds : min(milliseconds, Int32(clamping: timer)))
    }

    /// Has the next ``perform()`` look at the sockets once more, also right after a wait.
    func lookAgain() { sockets.lookAgain() }

    /// The next finished transfer: the private pointer of its handle and its result.
    func nextFinished() -> (context: UnsafeMutableRawPointer, code: Int32)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var context: UnsafeMutableRawPointer?
            _ = ccurl_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
            let code = Int32(bitPattern: ccurl_message_result(message).rawValue)
            if let context { return (context, code) }
        }
        return nil
    }
}

/// CURLMOPT_SOCKETFUNCTION.
private func noteInterest(
    _ easy: UnsafeMutableRawPointer?, descriptor: curl_socket_t, interest: Int32, context: UnsafeMutableRawPointer?,
    _ assigned: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<AwaitedSockets>.fromOpaque(context).takeUnretainedValue().want(interest, of: descriptor)
    return 0
}
