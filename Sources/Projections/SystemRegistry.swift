/// The ids that a registry gives to projected systems, and to geographic ones of two axes.
///
/// An id that is not among them is refused without a look-up: `proj_create` takes long to find nothing, as it goes on to look
/// for the text as a name (proj.org, "proj_create").
struct SystemRegistry: Sendable {
    /// The registry as PROJ calls it, such as `EPSG`.
    let authority: String
    let ids: Set<Int64>

    /// The registries that well-known ids come from, in the order in which they count; nil where PROJ cannot read its database.
    static func all(_ functions: ProjFunctions, _ context: OpaquePointer) -> [SystemRegistry]? {
        guard let epsg = SystemRegistry("EPSG", functions, context),
            let esri = SystemRegistry("ESRI", functions, context)
        else { return nil }
        return [epsg, esri]
    }

    private init?(_ authority: String, _ functions: ProjFunctions, _ context: OpaquePointer) {
        var ids: Set<Int64> = []
        for type in [ProjFunctions.geographic, ProjFunctions.projected] {
            guard let codes = functions.codes(context, authority, type, 1) else { return nil }
            defer { functions.destroyTexts(codes) }
            var next = codes
            while let code = next.pointee {
                if let id = Int64(String(cString: code)) { ids.insert(id) }
                next += 1
            }
        }
        self.authority = authority
        self.ids = ids
    }
}
