/// What one multipart/form-data body may hold.
package struct MultipartLimits: Sendable {
    /// Bytes of the whole body; more is answered with 413.
    package var bodyBytes = 64 * 1024 * 1024
    /// Parts of one body.
    package var parts = 100
    /// Bytes of the header fields of one part.
    package var headBytes = 8 * 1024
    /// Bytes of a part's name, and of the name of its file.
    package var nameBytes = 1024
    /// Bytes of all fields together, as much as another body may have.
    package var fieldBytes = 4 * 1024 * 1024
    /// Bytes of one file.
    package var fileBytes = 64 * 1024 * 1024
    /// Bytes of files that are kept in memory; what is beyond goes to a temporary file.
    package var memoryBytes = 256 * 1024

    /// 64 MiB in 100 parts, 4 MiB of them fields; 256 KiB of files stay in memory.
    package init() {}
}
