import Platform

/// How many descriptors the process may have open.
enum OpenFiles {
    /// What a portal with all its connections, a few sandboxes and the control API needs.
    private static let wanted: rlim_t = 8192

    /// Raises the soft limit as far as is wanted and allowed: it is 1024 by default, as many as one listener takes connections.
    static func raiseLimit() {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < min(wanted, limit.rlim_max) else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        _ = setrlimit(resource, &limit)
    }
}
