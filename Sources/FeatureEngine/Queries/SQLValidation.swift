package import JSONValues

/// What is wrong with a clause or an expression before it is used (developers.arcgis.com, "Validate SQL (Feature Service/Layer)").
package enum SQLValidation {
    /// What a text is meant to be.
    package enum Kind: String, CaseIterable, Sendable {
        case clause = "where"
        case expression
        case statement
    }

    /// The answer: whether it is valid, and each problem with its code.
    package static func document(
        _ text: String, as kind: Kind, of table: FeatureTable, at time: Int64?
    ) -> JSONValue {
        guard let (code, description) = problem(text, kind, table, time) else {
            return ["isValidSQL": true, "validationErrors": []]
        }
        return [
            "isValidSQL": false,
            "validationErrors": [["errorCode": .integer(code), "description": .string(description)]],
        ]
    }

    private static func problem(
        _ text: String, _ kind: Kind, _ table: FeatureTable, _ time: Int64?
    ) -> (code: Int64, description: String)? {
        // What no clause has: the end of a statement, a comment.
        if let unsafe = [";", "--", "/*"].first(where: { outsideOfTexts(text).contains($0) }) {
            return (3009, "Unsafe sql expression is not allowed. \(unsafe) stands in it")
        }
        guard kind != .statement else {
            return (3001, "Sql expression is not supported. Statements are not carried out here")
        }
        do throws(WhereProblem) {
            let effort = QueryEffort()
            switch kind {
            case .clause:
                let clause = try WhereParser.parse(text, at: time)
                do throws(WhereProblem) { _ = try RowTest(clause, table, effort) } catch { return semantic(error) }
            case .expression, .statement:
                let operand = try WhereParser.parseValue(text, at: time)
                do throws(WhereProblem) { _ = try BoundOperand(operand, table, effort) } catch {
                    return semantic(error)
                }
            }
            // What is the same for every row has been worked out.
            return effort.failure.map { (3004, "Sql expression semantic error. \($0)") }
        } catch {
            if error.problem.contains("is no function that is known") {
                return (3001, "Sql expression is not supported. \(error.problem), at character \(error.position)")
            }
            return (3002, "Sql expression syntax error. \(error.problem), at character \(error.position)")
        }
    }

    private static func semantic(_ problem: WhereProblem) -> (code: Int64, description: String) {
        if let field = problem.unknownField { return (3008, "Invalid field name. \(field)") }
        return (3004, "Sql expression semantic error. \(problem.problem), at character \(problem.position)")
    }

    /// A text without what stands in quotation marks.
    private static func outsideOfTexts(_ text: String) -> String {
        var mark: UInt8?
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let open = mark {
                if byte == open { mark = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                mark = byte
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
