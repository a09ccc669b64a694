import FeatureEngine
import Testing

extension Trait where Self == ConditionTrait {
    /// Tests with PROJ; where it is not there, they are skipped and counted.
    static var proj: Self {
        .enabled(
            if: SpatialReference(wkid: 32611) != nil,
            "NO PROJ ON THIS MACHINE: Debian's libproj25 is it, and gdal-bin brings it")
    }
}
