internal import CCurl

/// Owns one multi handle of libcurl.
///
/// Shared between the loop's thread, which alone drives it, and the threads that wake it (`curl_multi_wakeup` is made to
/// be called from anywhere); so it lives until the last of them has let go, and by then no easy handle is in it.
final class MultiHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    init() throws(CurlFailure) {
        guard let handle = curl_multi_init() else { throw .outOfMemory }
        self.handle = handle
        // Else libcurl keeps only four idle connections for every running transfer and closes the rest after a burst.
        _ = ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 256)
    }

    deinit { curl_multi_cleanup(handle) }

    /// Ends the loop thread's ``wait(milliseconds:)``, also one that has not begun yet.
    func wake() { curl_multi_wakeup(handle) }

    // MARK: on the loop's thread

    func add(_ easy: borrowing EasyHandle) throws(CurlFailure) {
        let code = easy.withHandle { curl_multi_add_handle(handle, $0) }
        guard code == CURLM_OK else { throw CurlFailure(multi: code) }
    }

    func remove(_ easy: borrowing EasyHandle) {
        _ = easy.withHandle { curl_multi_remove_handle(handle, $0) }
    }

    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// Waits for a socket, a timer of libcurl or a wake-up.
    func wait(milliseconds: Int32) {
        curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

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
