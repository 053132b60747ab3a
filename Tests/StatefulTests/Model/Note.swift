#if Macros
    import Foundation
    import Nacre

    /// A set of references, attributes behind stages of every kind, and a default filter.
    @Entity
    struct Note: Hashable {
        let id: Int
        var isHidden: Bool = false
        @Relationship(.nullify) var readers: Set<Ref<Person>> = []
        @Attribute(.indexed, .transformed(by: .isoDate)) var day: Date
        /// The device. Its stage preserves the order of values.
        @Attribute(.indexed, .transformed(by: .uuidString)) var device: UUID?
        @Attribute(.transformed(by: .json)) var facts: [String: Int]?
        @Attribute(.transformed(by: .json, .lz4)) var samples: [Double] = []
        @Attribute(.indexed, .transformed(by: Transformer<Int, String>.letters)) var code: Int

        static let defaultFilter = Filter<Note> { $0.isHidden == false }

        static func day(_ number: Int) -> Date {
            Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        }

        /// Returns the device of a number in 0...3: their first digits are 0, 3, 7 and B.
        static func device(_ number: Int) -> UUID {
            UUID(uuid: (UInt8(number * 60), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        }
    }

    extension Transformer where Value == Int, Stored == String {
        static var letters: Transformer {
            Transformer(
                "letters@1", transform: { String(repeating: "i", count: $0) },
                reverse: { $0.count })
        }
    }

    extension World {
        mutating func write(_ note: Note, as kind: Kind) throws(Refusal) {
            try Self.check(notes[note.id] != nil, kind)
            notes[note.id] = note
        }

        /// Returns the notes of a request, by id.
        func notes(isOfAll: Bool, _ holds: (Note) -> Bool) -> [Note] {
            notes.values.filter { (isOfAll || !$0.isHidden) && holds($0) }
                .sorted { $0.id < $1.id }
        }

        /// Returns the note with readers most of whom exist.
        func connected(_ note: Note) -> Note {
            var note = note
            note.readers = people.isEmpty ? [] : Set(note.readers.map { Ref(id: somebody($0.id)) })
            return note
        }
    }
#endif
