#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Values that a newer program stores inside collections, structs and enums survive an older
    /// program's changes of the rest.
    @Suite struct UnknownInCollectionsTests {
        enum NewRole: String, Storable { case hero, villain, ghost }

        enum OldRole: String, HasUnknownCase {
            case hero, unknown
            static let unknownCase = OldRole.unknown
        }

        enum NewRank: Int, Storable { case low, high, top }

        enum OldRank: Int, HasUnknownCase {
            case low, other = -1
            static let unknownCase = OldRank.other
        }

        @Embedded
        enum NewState: Hashable {
            case idle
            case moving(speed: Int)
            case paused
            case lost(since: Int, near: [String])
        }

        @Embedded
        enum OldState: Hashable {
            case idle
            case moving(speed: Int)
            case unknown
            static let unknownCase = OldState.unknown
        }

        @Embedded
        struct NewPart: Hashable {
            var role: NewRole
            var state: NewState = .idle
            var number: Int = 0
        }

        @Embedded
        struct OldPart: Hashable {
            var role: OldRole
            var state: OldState = .idle
            var number: Int = 0
        }

        @Entity
        struct NewCast: Hashable {
            static let entityName = "Cast"
            let id: Int
            var name: String = "n"
            var state: NewState = .idle
            var spare: NewState?
            var part: NewPart = NewPart(role: .hero)
            var parts: [NewPart] = []
            var states: [NewState] = []
            var roles: [NewRole] = []
            var roleSet: Set<NewRole> = []
            var ranks: [NewRank] = []
            var rankSet: Set<NewRank> = []
            var byName: [String: NewRole] = [:]
            var byRole: [NewRole: Int] = [:]
            var nested: [String: [NewRole?]] = [:]
        }

        @Entity
        struct OldCast: Hashable {
            static let entityName = "Cast"
            let id: Int
            var name: String = "n"
            var state: OldState = .idle
            var spare: OldState?
            var part: OldPart = OldPart(role: .hero)
            var parts: [OldPart] = []
            var states: [OldState] = []
            var roles: [OldRole] = []
            var roleSet: Set<OldRole> = []
            var ranks: [OldRank] = []
            var rankSet: Set<OldRank> = []
            var byName: [String: OldRole] = [:]
            var byRole: [OldRole: Int] = [:]
            var nested: [String: [OldRole?]] = [:]
        }

        private static let cast = NewCast(
            id: 1, state: .lost(since: 7, near: ["a"]), spare: .lost(since: 8, near: []),
            part: NewPart(role: .ghost, state: .paused),
            parts: [
                NewPart(role: .villain, state: .lost(since: 9, near: ["b", "c"])),
                NewPart(role: .hero, state: .moving(speed: 3), number: 4),
            ],
            states: [.paused, .lost(since: 1, near: []), .moving(speed: 2)],
            roles: [.villain, .hero, .ghost], roleSet: [.hero, .villain, .ghost],
            ranks: [.top, .low, .high], rankSet: [.low, .high, .top],
            byName: ["k": .villain, "h": .hero], byRole: [.ghost: 5, .villain: 3, .hero: 6],
            nested: ["a": [.ghost, nil, .hero]])

        @Embedded
        enum NewTurn: Hashable {
            case left(angle: Int, since: Int)
            case right(angle: Int)
            case stop(place: String)
            case back(since: Int)
        }

        @Embedded
        enum OldTurn: Hashable {
            case left(angle: Int)
            case right(angle: Int)
            case stop
            case unknown
            static let unknownCase = OldTurn.unknown
        }

        @Entity
        struct NewCar: Hashable {
            static let entityName = "Car"
            let id: Int
            var turn: NewTurn
            var turns: [NewTurn] = []
        }

        @Entity
        struct OldCar: Hashable {
            static let entityName = "Car"
            let id: Int
            var turn: OldTurn
            var turns: [OldTurn] = []
        }

        /// Marks: in the order of bytes the accented one comes first, in the order of letters last.
        enum NewMark: String, Storable {
            case f, plain
            case accented = "e\u{301}"
        }

        enum OldMark: String, HasUnknownCase {
            case plain, unknown
            static let unknownCase = OldMark.unknown
        }

        @Entity
        struct NewSheet: Hashable {
            static let entityName = "Sheet"
            let id: Int
            var marks: Set<NewMark>
            var list: [NewMark]
        }

        @Entity
        struct OldSheet: Hashable {
            static let entityName = "Sheet"
            let id: Int
            var marks: Set<OldMark>
            var list: [OldMark]
        }

        /// Returns the cast after an older program has changed it.
        private static func after(_ change: (inout OldCast) -> Void) throws -> NewCast? {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            var new = try Store(at: path, NewCast.self)
            try new.performChanges { try $0.insert(cast) }
            try new.close()
            let old = try Store(at: path, OldCast.self)
            try old.performChanges { changes in
                _ = try changes.update(OldCast.self, 1, change)
                try changes.insert(OldCast(id: 2, state: .moving(speed: 1)))
            }
            try old.close()
            #expect(try Store.verify(at: path).isSound)
            new = try Store(at: path, NewCast.self)
            #expect(
                try new.find(NewCast.self, 2) == NewCast(id: 2, state: .moving(speed: 1)))
            return try new.find(NewCast.self, 1)
        }

        @Test func `a change of another property leaves unknown cases unchanged`() throws {
            var expected = Self.cast
            expected.name = "renamed"
            #expect(try Self.after { $0.name = "renamed" } == expected)
        }

        @Test func `an older program reads cases that it does not know as unknown`() throws {
            _ = try Self.after { cast in
                #expect(cast.state == .unknown && cast.spare == .unknown)
                #expect(cast.part == OldPart(role: .unknown, state: .unknown))
                #expect(cast.states == [.unknown, .unknown, .moving(speed: 2)])
                #expect(cast.roleSet == [.hero, .unknown])
                #expect(cast.byRole == [.unknown: 5, .hero: 6])
            }
        }

        @Test func `unchanged elements of a changed collection keep their unknown cases`() throws {
            var expected = Self.cast
            expected.parts[0].number = 8
            expected.parts.append(NewPart(role: .hero))
            expected.states.remove(at: 0)
            expected.roles = [.hero, .villain, .ghost]
            expected.roleSet.remove(.hero)
            expected.ranks.insert(.low, at: 0)
            expected.rankSet.remove(.low)
            expected.byName["l"] = .hero
            // The first of the keys that read alike gets the value, the other keeps its own.
            expected.byRole[.ghost] = 7
            expected.nested["a"]?.append(.hero)
            let found = try Self.after { cast in
                cast.parts[0].number = 8
                cast.parts.append(OldPart(role: .hero))
                cast.states.remove(at: 0)
                cast.roles.swapAt(0, 1)
                cast.roleSet.remove(.hero)
                cast.ranks.insert(.low, at: 0)
                cast.rankSet.remove(.low)
                cast.byName["l"] = .hero
                cast.byRole[.unknown] = 7
                cast.nested["a"]?.append(.hero)
            }
            // Of two states that read alike, either one may remain.
            let states = found?.states ?? []
            #expect(states == expected.states || states == [.paused, .moving(speed: 2)])
            expected.states = states
            #expect(found == expected)
        }

        @Test func `a set that an older program does not change stays as stored`() throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sheet = NewSheet(
                id: 1, marks: [.f, .plain, .accented], list: [.accented, .f, .plain, .f])
            let new = try Store(at: path, NewSheet.self)
            try new.performChanges { try $0.insert(sheet) }
            try new.close()
            let old = try Store(at: path, OldSheet.self)
            let before = try old.snapshot().commitNumber
            try old.performChanges { changes in
                _ = try changes.update(OldSheet.self, 1) { _ in }
            }
            #expect(try old.snapshot().commitNumber == before)
            try old.performChanges { changes in
                _ = try changes.update(OldSheet.self, 1) { $0.list.swapAt(1, 2) }
            }
            try old.close()
            var expected = sheet
            expected.list = [.accented, .plain, .f, .f]
            let again = try Store(at: path, NewSheet.self)
            #expect(try again.find(NewSheet.self, 1) == expected)
            try again.close()
        }

        @Test func `a label that is removed from a known case is a removed property`() throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let new = try Store(at: path, NewCar.self)
            try new.performChanges { try $0.insert(NewCar(id: 1, turn: .left(angle: 2, since: 3))) }
            try new.close()
            let error = #expect(throws: StoreError.self) { try Store(at: path, OldCar.self) }
            #expect(error?.code == .schemaMismatch)
            let message = error?.message ?? ""
            // The stored payload of a case without values belongs to it, too.
            for name in ["turn.left.since", "turn.stop.place", "turns.left.since", "turns.stop"] {
                #expect(message.contains("'\(name)'"))
            }
            #expect(!message.contains(".back"))
            let same = try Store(at: path, NewCar.self)
            #expect(try same.find(NewCar.self, 1)?.turn == .left(angle: 2, since: 3))
            try same.close()
        }

        @Test func `removing a key also removes the keys that read as the same case`() throws {
            var expected = Self.cast
            expected.byRole = [.hero: 6]
            #expect(try Self.after { $0.byRole[.unknown] = nil } == expected)
        }

        @Test func `setting a known case leaves nothing of the unknown one`() throws {
            var expected = Self.cast
            expected.state = .moving(speed: 9)
            expected.spare = nil
            expected.part.role = .hero
            expected.parts[0].state = .idle
            expected.roles[0] = .hero
            let found = try Self.after { cast in
                cast.state = .moving(speed: 9)
                cast.spare = nil
                cast.part.role = .hero
                cast.parts[0].state = .idle
                cast.roles[0] = .hero
            }
            #expect(found == expected)
        }
    }
#endif
