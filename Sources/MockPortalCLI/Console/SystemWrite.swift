import Platform

/// Writes bytes until all are written; false, with `errno`, where the system refuses them.
func systemWrite(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { buffer in buffer.baseAddress.map { write(descriptor, $0, buffer.count) } ?? 0
        }
        if count < 0 && errno == EINTR { continue }
        if count < 0 && errno == EAGAIN {
            // Another process that has the same pipe or terminal open has made it so that a write does not wait (fcntl(2), O_NONBLOCK).
            var interest = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&interest, 1, -1)
            continue
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
