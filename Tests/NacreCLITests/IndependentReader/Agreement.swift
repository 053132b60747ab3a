import NacreEngine
import NacreTestSupport
import Testing

/// Expects that the independent reader and the tool find the same content in a store's files, to
/// the byte.
/// - Parameter notes: The reader's remarks on standard error; none by default.
/// - Returns: The dump.
@discardableResult
func expectAgreement(
    on files: [String: [UInt8]], notes: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    try IndependentReader.withFiles(files) { path in
        let result = try IndependentReader.run(path)
        let dump = try IndependentReader.toolDump(path)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        if notes.isEmpty {
            #expect(result.errors == "", sourceLocation: sourceLocation)
        } else {
            #expect(
                result.errors.contains(notes), "\(result.errors)", sourceLocation: sourceLocation)
        }
        if let difference = firstDifference(result.output, dump) {
            Issue.record(
                "The reader and the tool differ:\n\(difference)", sourceLocation: sourceLocation)
        }
        return dump
    }
}

/// Returns the first lines with different bytes, or nil if there are none.
private func firstDifference(_ left: String, _ right: String) -> String? {
    // Bytes are compared, since canonically equivalent strings are equal in Swift.
    guard !left.utf8.elementsEqual(right.utf8) else { return nil }
    let lines = [left, right].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let count = zip(lines[0], lines[1])
        .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    func line(_ side: Int) -> String {
        guard count < lines[side].count else { return "the end" }
        let line = lines[side][count]
        let other = count < lines[1 - side].count ? lines[1 - side][count] : ""
        let same = zip(line.utf8, other.utf8).prefix { $0 == $1 }.count
        let shown = line.utf8.dropFirst(max(0, same - 60)).prefix(200)
        return String(decoding: Array(shown), as: UTF8.self)
    }
    return "line \(count + 1), reader: \(line(0))\nline \(count + 1), tool:   \(line(1))"
}

extension TestStore {
    /// The files as a process that is killed now would leave them.
    var filesNow: [String: [UInt8]] { files.contents(of: TestStore.path) }

    /// Returns the files after a clean close.
    func closedFiles() throws -> [String: [UInt8]] {
        try database.close()
        return filesNow
    }
}
