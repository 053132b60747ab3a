/// How functions and documents are built.
extension TidyRule {
    static let functionLinesMax = 70

    static let structureRules = [functionLength, oneTitle]

    static let functionLength = TidyRule(
        name: "no function is longer than \(functionLinesMax) lines"
    ) { file in
        guard file.isSwift else { return [] }
        return FunctionExtent.all(in: file.code)
            .filter { $0.lineCount > functionLinesMax }
            .map { file.violation(line: $0.line, "split this function of \($0.lineCount) lines") }
    }

    static let oneTitle = TidyRule(name: "a document has one title") { file in
        guard file.fileExtension == "md" else { return [] }
        var titles: [Int] = []
        var isInFence = false
        for (index, line) in file.lines.enumerated() {
            if line.hasPrefix("```") || line.hasPrefix("~~~") { isInFence.toggle() }
            if !isInFence, line.hasPrefix("# ") { titles.append(index + 1) }
        }
        if titles.isEmpty { return [file.violation(line: 1, "begin with a line \"# Title\"")] }
        return titles.dropFirst().map {
            file.violation(line: $0, "use ## here: the document has its title in line \(titles[0])")
        }
    }
}
