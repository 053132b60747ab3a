internal import Testing

/// Finds the words that make `swift test` run the present test again.
package enum Reproduction {
    /// A filter for the suite around the test, or for the file where the test has none. The test
    /// itself is not named: its name is a sentence, and those need more quoting than anyone gets
    /// right.
    static func filter(sourceLocation: SourceLocation) -> String {
        let file = String(sourceLocation.fileName.prefix { $0 != "." })
        guard let test = Test.current?.id, test.nameComponents.count > 1 else { return file }
        let suite = test.nameComponents.dropLast().joined(separator: "/")
        return pattern(matching: "\(test.moduleName).\(suite)/")
    }

    /// The command that runs this case first.
    static func line(seed: UInt64, filter: String) -> String {
        "\(Seeds.variable)=\(Seeds.text(of: seed)) swift test --filter \"\(filter)\""
    }

    /// The filter is a regular expression between quotes of a shell: what means something to either
    /// becomes a dot, which matches it.
    package static func pattern(matching name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "_/ ".contains($0) ? $0 : "." })
    }
}
