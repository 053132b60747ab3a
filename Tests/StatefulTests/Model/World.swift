#if Macros
    import Nacre

    /// The expected content of a store, in dictionaries, and the expected effects of each call.
    struct World: Equatable {
        var generation = Generation.first
        var people: [Int: Person] = [:]
        var teams: [Int: Team] = [:]
        var things: [Int: Thing] = [:]
        var desks: [Int: PlainDesk] = [:]
        var leaflets: [Int: PlainLeaflet] = [:]
        var notes: [Int: Note] = [:]
        var tally = Tally(id: 0)
        /// Whether unique values are compared at once, as within an upsert, and not when the change
        /// ends.
        private(set) var comparesAtOnce = false

        /// A desk as it is stored: ids for objects.
        struct PlainDesk: Hashable {
            let id: Int
            var owner: Int
            var lamp: Int?
            var books: [Int]
        }

        /// A call that must be refused, and the reason.
        struct Refusal: Error, Equatable {
            let code: StoreError.Code
            var violations = 0

            init(_ code: StoreError.Code, violations: Int = 0) {
                self.code = code
                self.violations = violations
            }
        }

        enum Kind { case insert, update, save }

        /// Whether two objects have a value that is to be unique.
        var sharesValues: Bool {
            let codes = teams.values.compactMap(\.code)
            return Set(codes).count < codes.count
                || people.values.contains { person in
                    people.values.contains { $0.id != person.id && person.shares(with: $0) }
                }
        }

        /// The code of the error that the end of a change throws.
        var refusalAtEnd: StoreError.Code? {
            if sharesValues { return .uniqueViolation }
            return isConnected ? nil : .danglingReference
        }

        mutating func comparingAtOnce<Result>(
            _ body: (inout World) throws(Refusal) -> Result
        ) throws(Refusal) -> Result {
            let former = comparesAtOnce
            comparesAtOnce = true
            defer { comparesAtOnce = former }
            return try body(&self)
        }

        /// Whether every reference with a rule leads to an object.
        var isConnected: Bool {
            people.values.allSatisfy { person in
                let others = [person.boss, person.mentor].compactMap { $0 } + person.friends
                return others.allSatisfy { people[$0.id] != nil }
                    && person.team.map { teams[$0.id] != nil } ?? true
            } && desks.values.allSatisfy { people[$0.owner] != nil }
                && notes.values.allSatisfy { $0.readers.allSatisfy { people[$0.id] != nil } }
        }

        // MARK: Objects with held objects

        /// Returns a desk with the objects that it holds.
        func desk(_ plain: PlainDesk) -> Desk {
            Desk(
                id: plain.id, owner: Ref(id: plain.owner),
                lamp: plain.lamp.flatMap { things[$0] },
                books: plain.books.compactMap { things[$0] })
        }

        mutating func write(_ desk: Desk, as kind: Kind) throws(Refusal) {
            var held: [Int: Thing] = [:]
            for thing in [desk.lamp].compactMap({ $0 }) + desk.books { held[thing.id] = thing }
            let broken = held.values.count { !(0...99).contains($0.watts) }
            guard broken == 0 else { throw Refusal(.invalidObject, violations: broken) }
            try Self.check(desks[desk.id] != nil, kind)
            desks[desk.id] = PlainDesk(
                id: desk.id, owner: desk.owner.id, lamp: desk.lamp?.id,
                books: desk.books.map(\.id))
            things.merge(held) { $1 }
        }

        mutating func write(_ thing: Thing, as kind: Kind) throws(Refusal) {
            guard (0...99).contains(thing.watts) else {
                throw Refusal(.invalidObject, violations: 1)
            }
            try Self.check(things[thing.id] != nil, kind)
            things[thing.id] = thing
        }

        static func check(_ isThere: Bool, _ kind: Kind) throws(Refusal) {
            if kind == .insert, isThere { throw Refusal(.duplicateID) }
            if kind == .update, !isThere { throw Refusal(.noSuchObject) }
        }
    }
#endif
