internal import FeatureEngine
internal import JSONValues

/// `layerDefs`: which features of which layers are meant (developers.arcgis.com, "Query (Feature Service)", "Find (Map Service)").
struct LayerDefinitions {
    /// What is said of one layer.
    struct Definition {
        let layer: Int
        let clause: String
        let outFields: String?
    }
    /// In the order in which they are written; by ascending id where they are members of an object.
    let all: [Definition]

    /// Reads an object from layer ids to clauses, a list of objects with `layerId`, or `0:clause;1:clause`; nil where it is absent.
    init?(_ parameters: QueryParameters) throws(ParameterProblem) {
        guard let text = parameters[Self.name] else { return nil }
        let first = text.utf8.first { $0 > 0x20 }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            all = try Self.distinct(Self.short(text))
            return
        }
        guard let json = try? JSONValue(parsing: text) else { throw ParameterProblem(Self.name, "is no JSON") }
        var all: [Definition] = []
        if let members = json.object {
            for (key, value) in members {
                guard let id = Int(key), let clause = value.isNull ? "" : value.string else { throw Self.problem }
                all.append(Definition(layer: id, clause: clause, outFields: nil))
            }
            all.sort { $0.layer < $1.layer }
        } else {
            for element in json.array ?? [] {
                guard let id = element["layerId"]?.integer.flatMap({ Int(exactly: $0) }) else { throw Self.problem }
                all.append(
                    Definition(
                        layer: id, clause: element["where"]?.string ?? "", outFields: element["outFields"]?.string))
            }
        }
        self.all = try Self.distinct(all)
    }

    /// `0:NAME='a';1:CARS>5`, in which a colon or semicolon in quotation marks is none.
    private static func short(_ text: String) throws(ParameterProblem) -> [Definition] {
        var parts: [[UInt8]] = [[]]
        var isInText = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") { isInText.toggle() }
            if byte == UInt8(ascii: ";"), !isInText { parts.append([]) } else { parts[parts.count - 1].append(byte) }
        }
        guard parts.count <= 1000 else { throw ParameterProblem(name, "more than 1000 layers") }
        var all: [Definition] = []
        for part in parts where !part.isEmpty {
            let words = part.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let id = Int(String(decoding: words[0], as: UTF8.self)) else { throw problem }
            all.append(Definition(layer: id, clause: String(decoding: words[1], as: UTF8.self), outFields: nil))
        }
        return all
    }

    /// Definitions none of which is of a layer that another one is of.
    private static func distinct(_ all: [Definition]) throws(ParameterProblem) -> [Definition] {
        var known: Set<Int> = []
        for definition in all where !known.insert(definition.layer).inserted {
            throw ParameterProblem(name, "layer \(definition.layer) stands there twice")
        }
        guard all.count <= 1000 else { throw ParameterProblem(name, "more than 1000 layers") }
        return all
    }

    /// The clauses by layer; an empty one lets everything through.
    func clauses(at time: Int64?) throws(ParameterProblem) -> [Int: WhereClause] {
        var clauses: [Int: WhereClause] = [:]
        for definition in all where !definition.clause.isEmpty {
            do throws(WhereProblem) {
                clauses[definition.layer] = try WhereParser.parse(definition.clause, at: time)
            } catch {
                throw ParameterProblem(Self.name, "\(error.problem), at character \(error.position)")
            }
        }
        return clauses
    }

    static let name = "layerDefs"
    private static let problem = ParameterProblem(
        name, "is no JSON object from layer ids to clauses, no list of objects with layerId, and no id:clause;id:clause"
    )
}
