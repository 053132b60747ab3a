import Nacre
import Testing

/// The information on a typed store that the tool gets from its files alone.
@Suite struct TypedSchemaTests {
    @Entity
    struct Depot {
        let id: String
    }

    @Entity
    struct Van {
        #Index<Van>([\.make, \.seats])
        #Unique<Van>([\.note], where: Van.isSmall)
        let id: Int
        @Attribute(.unique) var plate: String
        @Attribute(.indexed, .length(1...)) var make: String
        @Attribute(.columnar) var seats: Int = 2
        @Attribute(.transformed(by: .json, .lz4)) var log: [String] = []
        var note: String?
        @Relationship(.cascade) var depot: Ref<Depot>
        @Relationship(.nullify) var next: Ref<Van>?

        static let defaultSort: Sorting<Van> = [\.seats.descending, \.make.ascending]
        static let defaultFilter = Filter<Van> { $0.seats > 0 }
        static let rules = [Rule<Van>("a van has a plate") { !$0.plate.isEmpty }]

        static func isSmall(_ van: Fields) -> Filter<Van> { van.seats < 9 }
    }

    @Test func `T14 the tool reads all that a type declares from the files`()
        throws
    {
        try TemporaryFolder.with { folder in
            let path = "\(folder)/vans.nacre"
            try Store(at: path, Van.self, Depot.self).close()
            let shown = try Tool.run("schema", path, "Van")
            #expect(shown.status == 0, "\(shown.errors)")
            let remarks = Dictionary(
                uniqueKeysWithValues: shown.lines.dropFirst(3).dropLast(4).map { line in
                    let words = line.split(separator: " ", maxSplits: 1)
                    return (words[0], words[1].drop { $0 == " " })
                })
            #expect(
                remarks == [
                    "id": "int64   id",
                    "plate": "string  unique",
                    "make": "string  indexed, index with seats",
                    "seats": "int64   columnar",
                    "log": "data    stored through json, lz4",
                    "note": "string  nullable, unique where seats < 9",
                    "depot": "string  refers to Depot (cascade)",
                    "next": "int64   nullable, refers to Van (nullify)",
                ])
            #expect(
                shown.lines.suffix(4) == [
                    "default sort: -seats, make", "default filter: seats > 0",
                    "rule: make: length 1...", "rule: a van has a plate",
                ])
        }
    }
}
