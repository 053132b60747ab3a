#if Macros
    import Nacre

    // One property of every kind, every delete rule, every kind of unique value, and hooks: small
    // enough for a model to keep beside the store.

    enum Rank: Int, Storable, Comparable, CaseIterable {
        case low, middle, high
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    @Embedded
    struct Address: Hashable {
        var street: String
        var floor: Int?
    }

    @Embedded
    enum State: Hashable {
        case planned
        case open(since: Int)
        case closed(reason: String)
    }

    extension Transformer where Value == Int, Stored == String {
        /// Converts to seven digits, so that the order of the texts is that of the numbers.
        static var digits: Transformer {
            Transformer(
                "digits@1", keepsOrder: true, transform: { String(1_000_000 + $0) },
                reverse: { (Int($0) ?? 0) - 1_000_000 })
        }
    }

    /// A team, which is found, referred to and held by an id with a stage.
    @Entity
    struct Team: Hashable {
        @Attribute(.transformed(by: Transformer<Int, String>.digits, keepsOrder: true)) let id: Int
        @Attribute(.unique(conflict: .merge)) var code: String?
        @Attribute(.length(1...6)) var name: String
        var motto: String?
        @Relationship(inverse: \Person.team) var members: ToMany<Person>
    }

    @Entity
    struct Person: Hashable {
        #Unique<Person>([\.hall, \.seat], conflict: .replace)
        #Index<Person>([\.rank, \.age])
        let id: Int
        @Attribute(.unique(conflict: .merge)) var email: String?
        @Attribute(.unique) var badge: Int16?
        var hall: String
        var seat: Int?
        @Attribute(.indexed, .length(1...6)) var name: String
        @Attribute(.range(0...99), .columnar) var age: Int
        var rank: Rank
        var state: State
        var address: Address?
        @Attribute(.indexed) var tags: Set<String>
        var scores: [Int32]
        var facts: [String: Int]
        @Relationship(.nullify) var team: Ref<Team>?
        @Relationship(.cascade) @Attribute(.indexed) var boss: Ref<Person>?
        @Relationship(.deny) var mentor: Ref<Person>?
        @Relationship(.nullify) var friends: [Ref<Person>]
        /// The revision, counted by the hook.
        var revision: Int = 0
        @Relationship(inverse: \Note.readers) var notes: ToMany<Note>
        @Derived(.indexed) var label: String { "\(name)/\(age)" }

        static let rules = [
            Rule<Person>("nobody of fifty is low") { $0.rank != .low || $0.age != 50 }
        ]
    }

    /// A number that is equal if its bits are, so that a model can compare NaN and -0.0.
    struct Level: Hashable, Storable {
        var number: Double

        static let transformer = Transformer<Level, Double>(
            transform: \.number, reverse: { Level(number: $0) })

        static func == (left: Self, right: Self) -> Bool {
            left.number.bitPattern == right.number.bitPattern
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number.bitPattern) }
    }

    @Entity
    struct Thing: Hashable {
        @Attribute(.transformed(by: Transformer<Int, String>.digits, keepsOrder: true)) let id: Int
        var title: String
        @Attribute(.range(0...99)) var watts: Int
        var level = Level(number: 0)
    }

    /// A desk that holds objects by value: a lamp with a delete rule, and books that may be
    /// deleted.
    @Entity
    struct Desk: Hashable {
        let id: Int
        @Relationship(.cascade) var owner: Ref<Person>
        @Relationship(.nullify) var lamp: Thing?
        @Relationship(.noAction) var books: [Thing]
    }

    /// The count that hooks keep.
    @Entity
    struct Tally: Hashable {
        let id: Int
        var births: Int = 0
        var deaths: Int = 0
    }
#endif
