package import JSONValues

extension ConformanceProfile {
    /// Reads a profile in YAML or JSON with every file that it names.
    ///
    /// Throws with file and key path for an unknown key or row, a value of the wrong type, a missing file, and for a
    /// secret that stands in the profile itself or in a file that every user may read.
    package init(file path: String) throws(DocumentError) { try self.init(file: path, rows: ConformanceRows.ids) }

    /// Reads the text of a profile; relative paths in it begin at a folder.
    package init(parsing text: String, source: String, folder: String) throws(DocumentError) {
        try self.init(parsing: text, source: source, folder: folder, rows: ConformanceRows.ids)
    }
}
