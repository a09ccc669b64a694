internal import Platform

/// The functions of PROJ's C interface that are used (proj.org, "Functions"), looked up in an opened library.
struct ProjFunctions: Sendable {
    typealias Object = OpaquePointer
    typealias Text = UnsafePointer<CChar>

    let createContext: @convention(c) () -> Object?
    /// 0 says nothing on standard error.
    let setLogLevel: @convention(c) (Object, Int32) -> Void
    /// 0 fetches no grids.
    let setNetwork: @convention(c) (Object, Int32) -> Void
    /// Pointers to texts, behind which one to nothing stands.
    typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// The codes that an authority gives to objects of a type; 1 takes in those that are deprecated.
    let codes: @convention(c) (Object, Text, Int32, Int32) -> Texts?
    let destroyTexts: @convention(c) (Texts) -> Void
    let create: @convention(c) (Object, Text) -> Object?
    let destroy: @convention(c) (Object) -> Void
    let type: @convention(c) (Object) -> Int32
    let axes: @convention(c) (Object, Object) -> Object?
    typealias AxisUnit =
        @convention(c) (
            Object, Object, Int32, UnsafeMutablePointer<Text?>?, UnsafeMutablePointer<Text?>?,
            UnsafeMutablePointer<Text?>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Text?>?,
            UnsafeMutablePointer<Text?>?, UnsafeMutablePointer<Text?>?
        ) -> Int32
    let axisUnit: AxisUnit
    let createTransformation: @convention(c) (Object, Text, Text, Object?) -> Object?
    let normalize: @convention(c) (Object, Object) -> Object?
    /// Coordinates by pointer, stride and count, four times.
    typealias Transform =
        @convention(c) (
            Object, Int32, UnsafeMutablePointer<Double>?, Int, Int, UnsafeMutablePointer<Double>?, Int, Int,
            UnsafeMutablePointer<Double>?, Int, Int, UnsafeMutablePointer<Double>?, Int, Int
        ) -> Int
    let transform: Transform

    /// `PJ_TYPE_GEOGRAPHIC_2D_CRS` and `PJ_TYPE_PROJECTED_CRS` (proj.h).
    static let geographic: Int32 = 12
    static let projected: Int32 = 15

    /// Opens a library, which stays open; nil where it is not there, or lacks a function.
    init?(_ path: String) {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func find<Function>(_ name: String) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let createContext: @convention(c) () -> Object? = find("proj_context_create"),
            let setLogLevel: @convention(c) (Object, Int32) -> Void = find("proj_log_level"),
            let setNetwork: @convention(c) (Object, Int32) -> Void = find("proj_context_set_enable_network"),
            let codes: @convention(c) (Object, Text, Int32, Int32) -> Texts? = find("proj_get_codes_from_database"),
            let destroyTexts: @convention(c) (Texts) -> Void = find("proj_string_list_destroy"),
            let create: @convention(c) (Object, Text) -> Object? = find("proj_create"),
            let destroy: @convention(c) (Object) -> Void = find("proj_destroy"),
            let type: @convention(c) (Object) -> Int32 = find("proj_get_type"),
            let axes: @convention(c) (Object, Object) -> Object? = find("proj_crs_get_coordinate_system"),
            let axisUnit: AxisUnit = find("proj_cs_get_axis_info"),
            let createTransformation: @convention(c) (Object, Text, Text, Object?) -> Object? =
                find("proj_create_crs_to_crs"),
            let normalize: @convention(c) (Object, Object) -> Object? = find("proj_normalize_for_visualization"),
            let transform: Transform = find("proj_trans_generic")
        else {
            dlclose(library)
            return nil
        }
        self.createContext = createContext
        self.setLogLevel = setLogLevel
        self.setNetwork = setNetwork
        self.codes = codes
        self.destroyTexts = destroyTexts
        self.create = create
        self.destroy = destroy
        self.type = type
        self.axes = axes
        self.axisUnit = axisUnit
        self.createTransformation = createTransformation
        self.normalize = normalize
        self.transform = transform
    }
}
