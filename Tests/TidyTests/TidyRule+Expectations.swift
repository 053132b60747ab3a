/// Tests that cannot fail.
extension TidyRule {
    static let expectationRules = [refusals, swallowed]

    /// A call whose error is looked at, and whose success goes unnoticed.
    static let refusals = TidyRule(
        name: "a test that expects an error fails without one"
    ) { file in
        guard file.isSwift, file.isIn("Tests") else { return [] }
        let lines = file.code.map { Array($0.utf8) }
        let code = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        var end = 0
        return file.code.indices.compactMap { index in
            let start = end
            end += lines[index].count + 1
            guard file.code[index].contains("do {") else { return nil }
            guard let body = block(in: code, from: start), let handler = handler(in: code, body)
            else { return nil }
            let statements = text(code[body]).split(separator: "\n").map { $0.drop { $0 == " " } }
            let isCallAlone = statements.allSatisfy { $0.isEmpty || $0.hasPrefix("_ = try ") }
            guard isCallAlone, text(code[handler]).contains("#expect") else { return nil }
            return file.violation(line: index + 1, "use #expect(throws:), which returns the error")
        }
    }

    /// An expectation whose failure `try?` would swallow.
    static let swallowed = eachCodeLine(
        "no expectation is inside of a try?", where: { $0.isSwift && $0.isIn("Tests") }
    ) { line in
        guard let start = line.firstRange(of: "try?")?.upperBound else { return nil }
        let rest = line[start...]
        let isSwallowed = rest.contains("#require") || rest.contains("require")
        return isSwallowed ? "let the error through: this cannot fail" : nil
    }

    /// The inside of the first braces after a place.
    private static func block(in code: [UInt8], from start: Int) -> Range<Int>? {
        guard let open = code[start...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
        var depth = 0
        for place in open..<code.count {
            if code[place] == UInt8(ascii: "{") { depth += 1 }
            if code[place] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return open + 1..<place }
        }
        return nil
    }

    /// The inside of the braces of the `catch` that follows a block.
    private static func handler(in code: [UInt8], _ block: Range<Int>) -> Range<Int>? {
        let rest = code[(block.upperBound + 1)...].drop { $0 == UInt8(ascii: " ") }
        guard rest.starts(with: Array("catch".utf8)) else { return nil }
        return Self.block(in: code, from: rest.startIndex)
    }

    private static func text(_ code: ArraySlice<UInt8>) -> String {
        String(decoding: code, as: UTF8.self)
    }
}
