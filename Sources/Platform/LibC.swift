// The system's C library, for every room: `import Platform` brings it. No other file imports it (.ci/arrows).
//
// A call that a member of the same name hides is written `Platform.close(descriptor)`. What differs between the libraries is spelled
// out where it is used, as `#if canImport(Darwin)`.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif
