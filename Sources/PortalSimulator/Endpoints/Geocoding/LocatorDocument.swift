internal import FeatureEngine
internal import JSONValues

/// What a geocode service says of itself, and of a place (developers.arcgis.com, "Geocode Service", "Geocoding service output").
enum LocatorDocument {
    /// Candidates that one answer holds at most.
    static let mostResults = 50
    /// Records of one `geocodeAddresses`.
    static let largestBatch = 1_000

    /// The members that a service document leaves out.
    static let members: [String: JSONValue] = [
        "serviceDescription": "", "addressFields": .array(GeocodeQuery.addressFields.map { field($0, length: 100) }),
        "singleLineAddressField": field("SingleLine", length: 200),
        "candidateFields": .array(candidateFields), "intersectionCandidateFields": [],
        "categories": [], "countries": [],
        "capabilities": "Geocode,ReverseGeocode,Suggest", "spatialReference": SpatialReference.wgs84.document,
        "locatorProperties": [
            "MinimumCandidateScore": .string("\(Int(PlaceIndex.minimumScore))"), "SuggestedBatchSize": 150,
            "MaxBatchSize": .integer(Int64(largestBatch)), "MaxResultSize": .integer(Int64(mostResults)),
            "UICLSID": "", "isAGSWorldLocator": false,
        ],
    ]

    private static func field(_ name: String, length: Int64) -> JSONValue {
        [
            "name": .string(name), "type": "esriFieldTypeString", "alias": .string(name), "required": false,
            "length": .integer(length), "localizedNames": [:], "recognizedNames": [:],
        ]
    }

    private static let candidateFields: [JSONValue] =
        texts.map { field($0, length: 100) }
        + ["Score", "Rank", "X", "Y", "DisplayX", "DisplayY", "Xmin", "Xmax", "Ymin", "Ymax"].map { name in
            ["name": .string(name), "type": "esriFieldTypeDouble", "alias": .string(name), "required": false]
        }

    private static let texts = [
        "Loc_name", "Status", "Match_addr", "LongLabel", "ShortLabel", "Addr_type", "Type", "PlaceName", "Place_addr",
        "AddNum", "Address", "Nbrhd", "City", "Subregion", "Region", "RegionAbbr", "Postal", "PostalExt", "Country",
        "CntryName", "CountryCode",
    ]

    /// The attributes of a record that names no place.
    static let noAddress: [String: JSONValue] = Dictionary(
        texts.map { ($0, $0 == "Status" ? "U" : "") }, uniquingKeysWith: { $1 })

    /// What an address says of a place.
    static func address(_ place: Place) -> [String: JSONValue] {
        let name = JSONValue.string(place.name)
        let number = place.name.split(separator: " ").last { $0.allSatisfy(\.isNumber) } ?? ""
        return [
            "Match_addr": name, "LongLabel": name, "ShortLabel": name,
            "Addr_type": .string(place.addressType), "Type": .string(place.type),
            "PlaceName": place.addressType == "POI" ? name : "", "AddNum": .string(String(number)),
            "Address": place.addressType == "POI" ? "" : name, "Block": "", "Sector": "", "Neighborhood": "",
            "District": "", "City": "", "MetroArea": "", "Subregion": "", "Region": "", "Territory": "", "Postal": "",
            "PostalExt": "", "CountryCode": "",
        ]
    }
}
