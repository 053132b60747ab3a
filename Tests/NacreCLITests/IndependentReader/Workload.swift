import NacreEngine
import NacreFormat
import NacreTestSupport

/// Commits for the stores on which two readers are compared: two entities, puts, updates, deletes,
/// reused rows, external values that come and go.
enum Workload {
    private static let note = "Note"

    /// Makes the commits with the numbers in a range; number 0 brings the schemas.
    static func run(_ numbers: Range<Int64>, on store: TestStore) throws {
        for number in numbers {
            try store.database.performChanges(author: "test", note: "step \(number)") { changes in
                try step(number, changes)
            }
        }
    }

    private static func step(_ number: Int64, _ changes: Changes) throws {
        if number == 0 {
            try CityEntity.define(in: changes)
            try changes.define(note, attributes: noteAttributes, id: "title")
        }
        for index in 0..<4 as Range<Int64> {
            let id = (number * 7 + index * 3) % 23
            try changes.save(
                CityEntity.values(
                    id, "city \(number)", country: number % 2 == 0 ? "CH" : nil,
                    population: number * 1000 + index), in: CityEntity.name)
        }
        try changes.delete(.int((number * 7 + 5) % 23), from: CityEntity.name)
        let text = String(repeating: "\(number)", count: number % 5 == 3 ? 70_000 : 3)
        try changes.save([.string("note \(number % 6)"), .string(text)], in: note)
        if number % 4 == 3 { try changes.delete(.string("note \(number % 3)"), from: note) }
    }

    /// Makes a change so large that parts of it are in the file, and then fails it.
    static func fail(_ store: TestStore, atEnd body: () -> Void = {}) throws {
        struct Failure: Error {}
        do {
            try store.database.performChanges { changes in
                for id in 0..<3000 as Range<Int64> {
                    let name = String(repeating: "never ", count: 30)
                    try changes.save(
                        CityEntity.values(id + 1000, name), in: CityEntity.name)
                }
                body()
                throw Failure()
            }
        } catch is Failure {}
    }

    private static let noteAttributes = [
        AttributeSchema(id: AttributeID(1), name: "title", type: .string, isNullable: false),
        AttributeSchema(
            id: AttributeID(2), name: "text", type: .string, isNullable: true,
            isUnique: true),
    ]
}
