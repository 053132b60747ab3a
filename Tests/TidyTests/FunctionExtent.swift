/// The first line and the number of lines of a function, found by its keyword and its braces.
struct FunctionExtent: Equatable {
    /// The line number, counted from 1.
    let line: Int
    let lineCount: Int

    /// - Parameter code: The lines without comments and strings.
    static func all(in code: [String]) -> [FunctionExtent] {
        code.indices.filter { isDeclaration(code[$0]) }.compactMap { start in
            end(of: start, in: code).map {
                FunctionExtent(line: start + 1, lineCount: $0 - start + 1)
            }
        }
    }

    private static func isDeclaration(_ line: String) -> Bool {
        let modifiers: Set<Substring> = [
            "public", "package", "internal", "fileprivate", "private", "open", "static", "class",
            "final", "override", "required", "convenience", "mutating", "nonmutating", "consuming",
            "borrowing", "isolated", "nonisolated", "distributed", "dynamic", "optional",
            "indirect",
        ]
        let words = line.split(separator: " ")
        let rest = words.drop { word in
            word.hasPrefix("@") || modifiers.contains(word.prefix { $0 != "(" })
        }
        guard let keyword = rest.first else { return false }
        return ["func", "deinit"].contains(keyword)
            || ["init(", "init<", "init?(", "init?<", "subscript(", "subscript<"].contains {
                keyword.hasPrefix($0)
            }
    }

    /// Returns the line of the brace that closes the body, or nil if there is no body: a
    /// requirement of a protocol.
    private static func end(of start: Int, in code: [String]) -> Int? {
        var parentheses = 0
        var braces = 0
        for index in start..<code.count {
            if index > start, parentheses == 0, braces == 0, !continuesSignature(code[index]) {
                return nil
            }
            for byte in code[index].utf8 {
                switch byte {
                case UInt8(ascii: "("): parentheses += 1
                case UInt8(ascii: ")"): parentheses -= 1
                // Closures among the default arguments are not the body.
                case UInt8(ascii: "{") where parentheses == 0: braces += 1
                case UInt8(ascii: "}") where parentheses == 0:
                    braces -= 1
                    if braces <= 0 { return index }
                default: break
                }
            }
        }
        return nil
    }

    private static func continuesSignature(_ line: String) -> Bool {
        let begin = line.drop { $0 == " " }
        let continuations = ["{", "->", "where ", "throws", "rethrows", "async", ")"]
        return begin.isEmpty || continuations.contains { begin.hasPrefix($0) }
    }
}
