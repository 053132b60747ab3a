import Testing

/// Tests/FAULTS.md names for each fault the tests that show it: each named test exists.
@Suite struct FaultTests {
    private static let trials = [
        "simulate", "mutations", "damage", "errors", "kill", "power", "full", "interrupt",
        "limits",
    ]

    @Test func `every fault has a row, and the tests in its row exist`() throws {
        let files = try SourceTree.files.get()
        let list = try #require(files.first { $0.path == "Tests/FAULTS.md" })
        let rows = list.lines.filter { $0.firstMatch(of: /^\| \d+ \|/) != nil }
        #expect(
            rows.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
                == (1...80).map(String.init))
        let suites = files.filter { $0.isSwift && $0.isIn("Tests") }.map(Suites.init)
        for row in rows {
            for match in row.matches(of: /`([^`]+)`/) {
                let parts = match.1.split(separator: ": ", maxSplits: 1)
                guard parts.count == 2 else {
                    let words = match.1.split(separator: " ").map(String.init)
                    let isTrial = words.count == 2 && words[0] == "trials"
                    #expect(
                        isTrial ? Self.trials.contains(words[1]) : words[0] == "Tools/fuzz",
                        "\(match.1)")
                    continue
                }
                let suite = parts[0].split(separator: ".").last ?? ""
                let isThere = suites.contains {
                    $0.types.contains(suite) && $0.names.contains(parts[1])
                }
                #expect(isThere, "no suite has the test \(match.1)")
            }
        }
    }

    /// The declarations of a file.
    private struct Suites {
        private(set) var types: Set<Substring> = []
        /// The names between backticks.
        private(set) var names: Set<Substring> = []

        init(_ file: SourceFile) {
            for line in file.lines {
                let words = line.split(separator: " ")
                if let place = words.firstIndex(of: "struct"), place + 1 < words.count {
                    types.insert(words[place + 1])
                }
                guard let first = line.firstIndex(of: "`"), let last = line.lastIndex(of: "`"),
                    first < last
                else { continue }
                names.insert(line[line.index(after: first)..<last])
            }
        }
    }
}
