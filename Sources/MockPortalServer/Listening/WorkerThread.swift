internal import Platform

/// What one of libmicrohttpd's threads is busy with.
///
/// Its logger is told a text but no connection, so the thread remembers which one it touched last.
final class WorkerThread {
    /// The connection whose bytes were read or sent last.
    unowned(unsafe) var current: HTTPConnection?
    /// What the parser complained about since the last connection ended.
    var complaint: String?
    /// The connections whose requests have chunked bodies.
    var chunked: [HTTPConnection] = []
    /// The connections that it serves.
    private var served: [ObjectIdentifier: HTTPConnection] = [:]

    /// Takes a connection that it serves from now on.
    func add(_ connection: HTTPConnection) { served[ObjectIdentifier(connection)] = connection }

    /// Lets go of a connection that has ended.
    func remove(_ connection: HTTPConnection) { served[ObjectIdentifier(connection)] = nil }

    /// The connection whose request the parser refuses at this moment; nil where it may be one of several.
    var refused: HTTPConnection? {
        if let untold = served.values.first(where: \.hasUntoldHead) { return untold }
        var found: HTTPConnection?
        for connection in served.values where connection.mayBeRefused {
            if found != nil { return nil }
            found = connection
        }
        return found
    }

    /// The calling thread's own.
    static var own: WorkerThread {
        if let found = pthread_getspecific(key) {
            return Unmanaged<WorkerThread>.fromOpaque(found).takeUnretainedValue()
        }
        let new = WorkerThread()
        pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
        return new
    }

    /// Released when its thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { box in
            #if canImport(Darwin)
                Unmanaged<WorkerThread>.fromOpaque(box).release()
            #else
                if let box { Unmanaged<WorkerThread>.fromOpaque(box).release() }
            #endif
        }
        return key
    }()
}
