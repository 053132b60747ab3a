#if Macros
    import Foundation
    import Nacre
    import NacreTestSupport

    /// The reads of notes: through stages, by sets of references, and of hidden ones, too.
    extension Question {
        /// Whether the default filter is left out, for every id.
        private var isOfAll: Bool { (number / 8).isMultiple(of: 2) }

        func askOfNotes(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let (number, id) = (number, number % 8)
            let code = id % 4
            switch what {
            case 20:
                let day = Note.day(code)
                try expect(Filter { $0.day == day }, reader, world) { $0.day == day }
                try expect(Filter { $0.code != code && $0.facts != nil }, reader, world) {
                    $0.code != code && $0.facts != nil
                }
                try expect(Filter { $0.code.isIn([code, 2]) }, reader, world) {
                    [code, 2].contains($0.code)
                }
            case 21: try order(reader, world, Note.device(code))
            case 22:
                try expect(Filter { $0.readers.contains(Ref(id: id)) }, reader, world) {
                    $0.readers.contains(Ref(id: id))
                }
                let filter = Filter<Note> {
                    $0.readers.count > 1 || $0.readers.contains { $0.age > number }
                }
                try expect(filter, reader, world) { note in
                    let ages = note.readers.compactMap { world.people[$0.id]?.age }
                    return note.readers.count > 1 || ages.contains { $0 > number }
                }
            default: try find(reader, world, id)
            }
        }

        private func request(_ filter: Filter<Note>) -> FetchRequest<Note> {
            let visible = Note.where { _ in filter }
            return isOfAll ? visible.ignoringDefaultFilter : visible
        }

        private func expect(
            _ filter: Filter<Note>, _ reader: some Reader & ~Escapable, _ world: World,
            _ holds: (Note) -> Bool
        ) throws {
            let request = request(filter)
            let expected = world.notes(isOfAll: isOfAll, holds)
            let place = "\(isOfAll ? "all notes" : "notes"): \(filter)"
            try requireEqual(try reader.fetch(request), expected, place)
            try requireEqual(try reader.count(request), expected.count, "count of \(place)")
            try requireEqual(
                try reader.fetch(\.samples, request.limit(2)),
                expected.prefix(2).map(\.samples), "samples of \(place)")
        }

        /// Checks the order through a stage that keeps it; nil comes first.
        private func order(
            _ reader: some Reader & ~Escapable, _ world: World, _ device: UUID
        ) throws {
            try expect(Filter { $0.device == device || $0.device == nil }, reader, world) {
                $0.device == device || $0.device == nil
            }
            try expect(Filter { $0.device < device }, reader, world) { note in
                note.device.map { $0 < device } == true
            }
            let range = Note.device(1)...max(device, Note.device(1))
            try expect(Filter { range.contains($0.device) }, reader, world) { note in
                note.device.map(range.contains) == true
            }
            let sorted = request(.all).sorted(\.device.descending, \.id.ascending)
            let expected = world.notes(isOfAll: isOfAll) { _ in true }.sorted { left, right in
                if left.device == right.device { return left.id < right.id }
                guard let device = right.device else { return true }
                return left.device.map { $0 > device } ?? false
            }
            try requireEqual(try reader.fetch(sorted), expected, "notes by their device")
        }

        /// Checks that a read by id finds a note, hidden or not; a person's notes are a request of
        /// their own.
        private func find(
            _ reader: some Reader & ~Escapable, _ world: World, _ id: Int
        ) throws {
            try requireEqual(try reader.find(Note.self, id), world.notes[id], "note by id")
            // Filters of people do not apply the notes' default filter: hidden ones count.
            let readers: [Int] = world.notes.values.flatMap { note in note.readers.map(\.id) }
            let expected = Set(readers.filter { world.people[$0] != nil })
            let busy = Person.where { $0.notes.count > 0 }
            try requireEqual(
                Set(try reader.fetch(busy).map(\.id)), expected, "readers of notes")
            guard let person = world.people[id] else { return }
            let request = person.notes.request
            try requireEqual(
                try reader.fetch(isOfAll ? request.ignoringDefaultFilter : request),
                world.notes(isOfAll: isOfAll) { $0.readers.contains(Ref(id: id)) },
                "notes of their reader")
        }
    }
#endif
