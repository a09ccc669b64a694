import ArgumentParser
import MockPortalServer

/// Whether what a portal sees is printed as it happens.
struct LoggingOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help:
            "Print a line per connection and request as they happen, in colour on a terminal (NO_COLOR switches it off)."
    )
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "The same as lines of text, or as a JSON object per line for programs.", valueName: "form"))
    var log: TrafficLog.Format?

    /// How events are printed; nil where they are not.
    var format: TrafficLog.Format? { log ?? (verbose ? .text : nil) }
}

extension TrafficLog.Format: ExpressibleByArgument {}
