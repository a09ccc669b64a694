internal import CMicroHTTPD

/// libmicrohttpd's closed enums arrive with inconsistently trimmed names; this is the only file that touches their numbers.
extension MHD_Result {
    /// `MHD_YES`
    var isYes: Bool { rawValue == 1 }
}
