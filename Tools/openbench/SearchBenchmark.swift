internal import NacreEngine
internal import NacreFormat

/// Counts the objects whose text contains a word, without an index: texts of ASCII, and the same in
/// typographic quotation marks.
enum SearchBenchmark {
    private static let entity = "Note"
    private static let words = [
        "the", "river", "of", "nation", "and", "wind", "house", "a", "is", "blue", "garden",
        "steps", "in", "under", "needed", "Lines",
    ]

    /// - Parameters:
    ///   - count: The number of objects.
    ///   - length: The length of their texts, in bytes.
    static func run(_ count: Int, length: Int) throws {
        let store = try Database(
            at: "/search.nacre", options: .creating, fileSystem: MemoryFileSystem())
        let attributes = [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(
                id: AttributeID(2), name: "ascii", type: .string, isNullable: false),
            AttributeSchema(
                id: AttributeID(3), name: "other", type: .string, isNullable: false),
        ]
        try store.performChanges { try $0.define(entity, attributes: attributes, id: "id") }
        let texts = (0..<count).map { text($0, length) }
        try store.performChanges { changes in
            for (number, text) in texts.enumerated() {
                // Typographic quotation marks, as in most prose.
                let other = "\u{201c}" + text + "\u{201d}"
                try changes.insert(
                    [.int(Int64(number)), .string(text), .string(other)], into: entity)
            }
        }
        let size = Double(texts.reduce(0) { $0 + $1.utf8.count })
        let snapshot = try store.snapshot()
        for filter in [
            "ascii.contains(\"needles\")", "ascii.contains(\"needles\", .caseInsensitive)",
            "ascii.contains(\"needles\", .diacriticInsensitive)",
            "ascii.contains(\"n\u{fc}\")", "other.contains(\"needles\")",
            "other.contains(\"Needles\", .caseInsensitive)",
        ] {
            let schema = try snapshot.definition(entity).schema
            let query = Query(
                entity: entity, filter: try FilterParser.parse(filter, schema: schema))
            var found = 0
            let taken = try OpenBench.best { found = try snapshot.count(query) }
            report(filter, size, taken, found)
        }
    }

    private static func report(_ name: String, _ size: Double, _ taken: Double, _ found: Int) {
        print("\(name): \(taken) ms, \((size / taken / 10_000).rounded() / 100) GB/s, \(found)")
    }

    private static func text(_ number: Int, _ length: Int) -> String {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        var text = number % 100 == 0 ? "needles " : ""
        while text.utf8.count < length {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text += words[Int(state >> 60)] + " "
        }
        return text
    }
}
