#if Macros
    /// One call within a change, in numbers and values that have a meaning for any stored content.
    enum Operation: Sendable {
        typealias Kind = World.Kind
        typealias Policy = World.Policy
        typealias Unique = World.Unique

        case write(Person, Kind)
        case writeAll([Person])
        case edit(id: Int, Edit)
        case editAll(minimumAge: Int, Edit)
        case upsert(Person, Unique, Policy?)
        case writeTeam(Team, Kind)
        case upsertTeam(Team, Policy?)
        case findOrInsertTeam(Team)
        case saveThing(Thing)
        case writeDesk(Desk, Kind)
        case editDesk(id: Int, watts: Int)
        case saveLeaflet(PlainLeaflet)
        case writeNote(Note, Kind)
        /// Hides the visible notes or, with `isOfAll`, changes the hidden ones as well.
        case turnNotes(code: Int, isOfAll: Bool)
        case deleteNotes(code: Int, isOfAll: Bool)
        case delete(World.Name)
        case deleteAll(minimumAge: Int)
        case ask(Question)
        indirect case savepoint([Operation], fails: Bool)

        /// A change of a person.
        struct Edit: Sendable {
            let what: Int
            let person: Person

            func callAsFunction(_ edited: inout Person) {
                switch what {
                case 0: edited.age += 1
                case 1: (edited.state, edited.address) = (person.state, person.address)
                case 2: (edited.team, edited.boss) = (person.team, person.boss)
                case 3: (edited.mentor, edited.friends) = (person.mentor, person.friends)
                case 4: (edited.tags, edited.facts) = (person.tags, person.facts)
                case 5: (edited.email, edited.badge) = (person.email, person.badge)
                case 6: (edited.hall, edited.seat) = (person.hall, person.seat)
                default: (edited.name, edited.rank) = (person.name, person.rank)
                }
            }
        }

        /// The number of calls that it counts as.
        var count: Int {
            if case .savepoint(let inner, _) = self { inner.reduce(1) { $0 + $1.count } } else { 1 }
        }
    }

    /// A step of a session with a store.
    enum Step: Sendable {
        case change([Operation], Ending)
        case dryRun([Operation])
        case ask(Question)
        /// Calls of one of two contexts.
        case live(context: Int, [LiveCall])
        case work(WorkerCall, isCalledBack: Bool)
        case snapshot
        case observe(id: Int)
        case follow(minimumAge: Int)
        case drain
        case compact
        case checkpoint
        /// Opens the store with the same program, or with this number of later programs in turn.
        case reopen(advances: Int, isKilled: Bool)

        enum Ending: CaseIterable {
            case commit
            /// The first call that throws takes back the whole change.
            case strict
            /// The caller throws an error of its own at the end.
            case fails
        }

        var count: Int {
            switch self {
            case .change(let operations, _), .dryRun(let operations):
                operations.reduce(0) { $0 + $1.count }
            case .live(_, let calls): calls.reduce(0) { $0 + $1.count }
            default: 1
            }
        }
    }
#endif
