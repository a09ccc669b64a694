internal import CMicroHTTPD

// libmicrohttpd's closed enums arrive with inconsistently trimmed names; this is the only Swift file that touches them.
extension MHD_Result {
    /// `MHD_YES`
    static var yes: MHD_Result { .YES }
    /// `MHD_NO`
    static var no: MHD_Result { .NO }

    init(_ isYes: Bool) { self = isYes ? .yes : .no }

    /// Whether it is `MHD_YES`.
    var isYes: Bool { self == .yes }
}

/// The options of one daemon, collected before it starts.
struct DaemonOptions {
    private var items: [MHD_OptionItem] = []

    /// Adds an option with a number.
    mutating func add(_ option: Int, number: Int) {
        items.append(cmhd_option(Int32(option), number, nil))
    }

    /// Adds an option with a pointer.
    mutating func add(_ option: Int, pointer: UnsafeMutableRawPointer?) {
        items.append(cmhd_option(Int32(option), 0, pointer))
    }

    /// Adds an option with a C function and the context that it is called with.
    mutating func add(_ option: Int, function: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer?) {
        items.append(cmhd_option(Int32(option), Int(bitPattern: function), context))
    }

    /// Starts a daemon with the collected options; nil where libmicrohttpd refuses, having told its logger why.
    func start(
        flags: UInt32, handler: @escaping MHD_AccessHandlerCallback, context: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        cmhd_start(flags, handler, context, items + [cmhd_option(Int32(cmhd_option_end), 0, nil)])
    }
}
