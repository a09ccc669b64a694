internal import Platform

/// The functions of the GSS-API's C bindings (RFC 2744) that are used, and MIT's extensions, looked up in an opened library.
struct GSSFunctions: Sendable {
    typealias Minor = UnsafeMutablePointer<UInt32>
    typealias Handle = OpaquePointer
    typealias Slot = UnsafeMutablePointer<OpaquePointer?>
    /// A pointer to a `gss_buffer_desc`, `gss_OID_desc`, `gss_OID_set_desc` or `gss_channel_bindings_struct`.
    typealias Structure = UnsafeMutableRawPointer
    typealias Flags = UnsafeMutablePointer<UInt32>

    let importName: @convention(c) (Minor, Structure, Structure?, Slot) -> UInt32
    let displayName: @convention(c) (Minor, Handle, Structure, UnsafeMutablePointer<Structure?>?) -> UInt32
    let releaseName: @convention(c) (Minor, Slot) -> UInt32
    let releaseBuffer: @convention(c) (Minor, Structure) -> UInt32
    let releaseCredential: @convention(c) (Minor, Slot) -> UInt32
    let deleteContext: @convention(c) (Minor, Slot, Structure?) -> UInt32
    /// Status, its kind (`GSS_C_GSS_CODE` 1, `GSS_C_MECH_CODE` 2), the mechanism, how far it was read, the text.
    let displayStatus:
        @convention(c) (Minor, UInt32, Int32, Structure?, UnsafeMutablePointer<UInt32>, Structure) -> UInt32
    typealias InitContext =
        @convention(c) (
            Minor, Handle?, Slot, Handle, Structure?, UInt32, UInt32, Structure?, Structure?,
            UnsafeMutablePointer<Structure?>?, Structure, Flags?, Flags?
        ) -> UInt32
    let initContext: InitContext
    typealias AcceptContext =
        @convention(c) (
            Minor, Slot, Handle?, Structure, Structure?, Slot?, UnsafeMutablePointer<Structure?>?, Structure, Flags?,
            Flags?, Slot?
        ) -> UInt32
    let acceptContext: AcceptContext
    /// Name, lifetime, mechanisms, usage, the key/value store, the credential, mechanisms that it has, its lifetime.
    typealias AcquireCredential =
        @convention(c) (
            Minor, Handle?, UInt32, Structure?, Int32, Structure?, Slot, UnsafeMutablePointer<Structure?>?, Flags?
        ) -> UInt32
    let acquireCredential: AcquireCredential
    /// Which mechanisms SPNEGO may choose (RFC 4178 §C.1).
    let setNegotiableMechanisms: @convention(c) (Minor, Handle, Structure) -> UInt32

    /// Opens a library, which stays open; nil where it is not there, or lacks a function.
    init?(_ path: String) {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func find<Function>(_ name: String) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let importName: @convention(c) (Minor, Structure, Structure?, Slot) -> UInt32 = find("gss_import_name"),
            let displayName: @convention(c) (Minor, Handle, Structure, UnsafeMutablePointer<Structure?>?) -> UInt32 =
                find("gss_display_name"),
            let releaseName: @convention(c) (Minor, Slot) -> UInt32 = find("gss_release_name"),
            let releaseBuffer: @convention(c) (Minor, Structure) -> UInt32 = find("gss_release_buffer"),
            let releaseCredential: @convention(c) (Minor, Slot) -> UInt32 = find("gss_release_cred"),
            let deleteContext: @convention(c) (Minor, Slot, Structure?) -> UInt32 = find("gss_delete_sec_context"),
            let displayStatus:
                @convention(c) (Minor, UInt32, Int32, Structure?, UnsafeMutablePointer<UInt32>, Structure) -> UInt32 =
                find("gss_display_status"),
            let initContext: InitContext = find("gss_init_sec_context"),
            let acceptContext: AcceptContext = find("gss_accept_sec_context"),
            let acquireCredential: AcquireCredential = find("gss_acquire_cred_from"),
            let setNegotiableMechanisms: @convention(c) (Minor, Handle, Structure) -> UInt32 =
                find("gss_set_neg_mechs")
        else {
            dlclose(library)
            return nil
        }
        self.importName = importName
        self.displayName = displayName
        self.releaseName = releaseName
        self.releaseBuffer = releaseBuffer
        self.releaseCredential = releaseCredential
        self.deleteContext = deleteContext
        self.displayStatus = displayStatus
        self.initContext = initContext
        self.acceptContext = acceptContext
        self.acquireCredential = acquireCredential
        self.setNegotiableMechanisms = setNegotiableMechanisms
    }
}
