internal import Testing

/// Makes the command that runs the current test again.
package enum Reproduction {
    /// Returns a filter for the suite of the test, or for the file if the test has no suite. The
    /// test itself is not named: its name is a sentence, which would need error-prone quoting.
    static func filter(sourceLocation: SourceLocation) -> String {
        let file = String(sourceLocation.fileName.prefix { $0 != "." })
        guard let test = Test.current?.id, test.nameComponents.count > 1 else { return file }
        let suite = test.nameComponents.dropLast().joined(separator: "/")
        return pattern(matching: "\(test.moduleName).\(suite)/")
    }

    /// Returns the command that runs this case first.
    static func line(seed: UInt64, filter: String) -> String {
        "\(Seeds.variable)=\(Seeds.text(of: seed)) swift test --filter \"\(filter)\""
    }

    /// Returns the filter, a regular expression between quotes of a shell. A character that is
    /// special to either becomes a dot, which matches it.
    package static func pattern(matching name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "_/ ".contains($0) ? $0 : "." })
    }
}
