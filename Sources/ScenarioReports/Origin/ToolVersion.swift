/// The version of this program, as `--version` prints it and reports carry it.
package enum ToolVersion {
    package static let text = "0.1.0"
}
