#if Macros
    import Nacre
    import NacreTestSupport
    import Testing

    /// A type that can only be stored through stages.
    struct Tint: Hashable, Sendable {
        var red: Int
        var green: Int

        struct Negative: Error {}

        static func number(_ tint: Tint) throws -> Int {
            guard tint.red >= 0, tint.green >= 0 else { throw Negative() }
            return tint.red << 32 | tint.green
        }

        init(_ red: Int, _ green: Int) { (self.red, self.green) = (red, green) }
        init(number: Int) { self.init(number >> 32, number & 0xFFFF_FFFF) }
    }

    extension Transformer where Value == Tint, Stored == Int {
        static var tint: Self {
            Transformer("tint", transform: { try Tint.number($0) }, reverse: { Tint(number: $0) })
        }
    }

    extension Transformer where Value == [Tint], Stored == [Int] {
        static var tints: Self {
            Transformer(
                "tints", transform: { try $0.map(Tint.number) },
                reverse: { $0.map { Tint(number: $0) } })
        }
    }

    extension Transformer where Value == Set<Tint>, Stored == Set<Int> {
        static var tintSet: Self {
            Transformer(
                "tintSet", transform: { Set(try $0.map(Tint.number)) },
                reverse: { Set($0.map { Tint(number: $0) }) })
        }
    }

    extension Transformer where Value == [String: Tint], Stored == [String: Int] {
        static var tintsByName: Self {
            Transformer(
                "tintsByName", transform: { try $0.mapValues(Tint.number) },
                reverse: { $0.mapValues { Tint(number: $0) } })
        }
    }

    @Entity
    struct Swatch: Hashable {
        let id: Int
        @Attribute(.indexed, .transformed(by: Transformer<Tint, Int>.tint)) var main: Tint
        @Attribute(.transformed(by: Transformer<Tint, Int>.tint)) var accent: Tint?
        @Attribute(.transformed(by: Transformer<[Tint], [Int]>.tints)) var row: [Tint] = []
        @Attribute(.transformed(by: Transformer<Set<Tint>, Set<Int>>.tintSet))
        var set: Set<Tint> = []
        @Attribute(.transformed(by: Transformer<[String: Tint], [String: Int]>.tintsByName))
        var names: [String: Tint] = [:]
        var next: Ref<Swatch>?
    }

    /// A type whose stored form has keys that are not stored exactly.
    struct Scale: Hashable, Sendable { var marks: [Double: Int] }

    extension Transformer where Value == Scale, Stored == [Double: Int] {
        static var scale: Self {
            Transformer("scale", transform: { $0.marks }, reverse: { Scale(marks: $0) })
        }
    }

    @Entity
    struct Ruler: Hashable {
        let id: Int
        @Attribute(.transformed(by: Transformer<Scale, [Double: Int]>.scale)) var scale: Scale
    }

    /// Comparisons behind stages, of values whose types are not stored by themselves.
    @Suite struct StagedEqualityTests {
        private static let tint = Generator<Tint> { choices throws(Rejection) in
            Tint(Int(try choices.draw(upTo: 2)), Int(try choices.draw(upTo: 1)))
        }

        private static let swatches = Generator<[Swatch]>.array(
            of: Generator<Swatch> { choices throws(Rejection) in
                let names = try choices.draw(Generator<[Tint]>.array(of: tint, count: 0...2))
                return Swatch(
                    id: 0, main: try choices.draw(tint),
                    accent: try choices.draw(upTo: 1) == 0 ? nil : try choices.draw(tint),
                    row: try choices.draw(Generator<[Tint]>.array(of: tint, count: 0...2)),
                    set: Set(try choices.draw(Generator<[Tint]>.array(of: tint, count: 0...2))),
                    names: Dictionary(
                        names.enumerated().map { ("n\($0)", $1) }, uniquingKeysWith: { $1 }),
                    next: try choices.draw(upTo: 1) == 0 ? nil : Ref(id: 0))
            }, count: 1...12)

        /// Returns filters, each with a closure that computes the expected result.
        private static func cases(
            _ other: Swatch
        ) -> [(String, Filter<Swatch>, (Swatch) -> Bool)] {
            let pair = [other.main, Tint(1, 1)]
            return [
                ("==", Filter { $0.main == other.main }, { $0.main == other.main }),
                ("!=", Filter { $0.main != other.main }, { $0.main != other.main }),
                ("isIn", Filter { $0.main.isIn(pair) }, { pair.contains($0.main) }),
                ("accent", Filter { $0.accent == other.accent }, { $0.accent == other.accent }),
                ("accent !=", Filter { $0.accent != other.accent }, { $0.accent != other.accent }),
                ("nil", Filter { $0.accent == nil }, { $0.accent == nil }),
                ("not nil", Filter { $0.accent != nil }, { $0.accent != nil }),
                ("row", Filter { $0.row == other.row }, { $0.row == other.row }),
                ("row !=", Filter { $0.row != other.row }, { $0.row != other.row }),
                (
                    "row in", Filter { $0.row.isIn([other.row, []]) },
                    { $0.row == other.row || $0.row.isEmpty }
                ),
                ("set", Filter { $0.set == other.set }, { $0.set == other.set }),
                ("set !=", Filter { $0.set != other.set }, { $0.set != other.set }),
                ("names", Filter { $0.names == other.names }, { $0.names == other.names }),
                ("names !=", Filter { $0.names != other.names }, { $0.names != other.names }),
                (
                    "names in", Filter { $0.names.isIn([[:], other.names]) },
                    { $0.names == other.names || $0.names.isEmpty }
                ),
                (
                    "both", Filter { $0.main == other.main && !($0.row == other.row) },
                    { $0.main == other.main && $0.row != other.row }
                ),
            ]
        }

        @Test func `V36 R11 filters behind stages find the values that are equal`() {
            property("staged equality", runs: 30, Self.swatches) { swatches in
                let store = try Store.inMemory(Swatch.self)
                let all = swatches.enumerated().map { place, swatch in
                    Swatch(
                        id: place, main: swatch.main, accent: swatch.accent, row: swatch.row,
                        set: swatch.set, names: swatch.names, next: swatch.next)
                }
                try store.performChanges { try $0.insert(contentsOf: all) }
                for (name, filter, test) in Self.cases(all[0]) {
                    let found = try store.fetch(
                        \.id, Swatch.where(filter).sorted(\.id.ascending))
                    try requireEqual(found, all.filter(test).map(\.id), name)
                }
                // Through a reference: those without one have no value.
                let through = try store.fetch(
                    \.id,
                    Swatch.where { $0.next.main == all[0].main }.sorted(\.id.ascending))
                try requireEqual(through, all.filter { $0.next != nil }.map(\.id), "through")
            }
        }

        @Test func `R11 an index answers equality behind a stage of a type of its own`() throws {
            let store = try Store.inMemory(Swatch.self)
            try store.performChanges { changes in
                for id in 0..<500 { try changes.insert(Swatch(id: id, main: Tint(id, 0))) }
            }
            let request = Swatch.where { $0.main == Tint(77, 0) }
            #expect(try store.fetch(request).map(\.id) == [77])
            #expect(try request.explain(in: store).indexes == ["main"])
            let two = Swatch.where { $0.main.isIn([Tint(3, 0), Tint(9, 0)]) }
            #expect(try store.fetch(\.id, two.sorted(\.id.ascending)) == [3, 9])
            #expect(try two.explain(in: store).indexes == ["main"])
        }

        @Test func `V36 a stored form that cannot be compared is an error, not an empty result`()
            throws
        {
            let store = try Store.inMemory(Ruler.self)
            let scale = Scale(marks: [0.5: 1])
            try store.performChanges { try $0.insert(Ruler(id: 1, scale: scale)) }
            let error = #expect(throws: StoreError.self) {
                try store.fetch(Ruler.where { $0.scale == scale })
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("not stored exactly") == true, "\(error as Any)")
        }

        @Test func `V36 a value that a stage refuses equals none`() throws {
            let store = try Store.inMemory(Swatch.self)
            try store.performChanges { changes in
                try changes.insert(Swatch(id: 1, main: Tint(1, 0), row: [Tint(1, 0)]))
                try changes.insert(Swatch(id: 2, main: Tint(2, 0), accent: Tint(0, 0)))
            }
            let bad = Tint(-1, 0)
            func ids(_ filter: Filter<Swatch>) throws -> [Int] {
                try store.fetch(\.id, Swatch.where(filter).sorted(\.id.ascending))
            }
            #expect(try ids(Filter { $0.main == bad }).isEmpty)
            #expect(try ids(Filter { $0.main != bad }) == [1, 2])
            #expect(try ids(Filter { $0.main.isIn([bad, Tint(2, 0)]) }) == [2])
            #expect(try ids(Filter { $0.main.isIn([bad]) }).isEmpty)
            #expect(try ids(Filter { $0.accent == bad }).isEmpty)
            #expect(try ids(Filter { $0.accent != bad }) == [1, 2])
            #expect(try ids(Filter { $0.row == [bad] }).isEmpty)
            #expect(try ids(Filter { $0.row != [bad] }) == [1, 2])
            // Writing it is an error, as before.
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Swatch(id: 3, main: bad)) }
            }
            #expect(error?.code == .invalidValue)
        }
    }
#endif
