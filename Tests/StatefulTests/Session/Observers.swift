#if Macros
    import Nacre
    import NacreTestSupport
    import Testing

    /// An observer of a person, and its expected notifications.
    final class Observer {
        private enum Told: Equatable {
            case updated([Person])
            case deleted(Person)
        }

        private let id: Int
        private let inbox = Inbox<Change<Person>>()
        private let token: ObservationToken
        private var expected: [Told] = []
        private var isOver = false

        init(_ store: Store, _ id: Int) throws {
            self.id = id
            token = try store.observe(Person.self, id, on: QueueExecutor()) { [inbox] in
                inbox.put($0)
            } onFailure: {
                Issue.record("an observer was not told all: \($0)")
            }
        }

        func expect(_ before: World, _ after: World) {
            guard !isOver, let old = before.people[id] else { return }
            guard let new = after.people[id] else {
                isOver = true
                return expected.append(.deleted(old))
            }
            if old != new { expected.append(.updated([old, new])) }
        }

        func drain() throws {
            let changes = try inbox.take("the observer of \(id)") {
                told($0).count >= expected.count
            }
            try requireEqual(told(changes), expected, "told of \(id)")
            expected = []
        }

        private func told(_ changes: [Change<Person>]) -> [Told] {
            changes.map { change in
                switch change {
                // An unchanged person must not be reported.
                case .updated(let update): .updated([update.old, update.new])
                case .deleted(let last): .deleted(last)
                }
            }
        }
    }

    /// A sorted list of people, updated by the reported changes.
    final class Follower {
        private let age: Int
        private let inbox: Inbox<ResultChange<Person>>
        private var shown: [Person]?

        init(_ store: Store, _ age: Int, _ world: World) throws {
            self.age = age
            let request = Person.where { $0.age >= age }
                .sorted(\.name.ascending, \.id.ascending)
            inbox = Inbox(store.values(of: request).changes)
        }

        func drain(_ world: World) throws {
            let expected = world.people.values.filter { $0.age >= age }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            if shown == expected { return }
            let changes = try inbox.take("the followed list") {
                $0.last?.objects == expected
            }
            for change in changes { try show(change) }
        }

        private func show(_ change: ResultChange<Person>) throws {
            guard var list = shown.map({ $0.map(Optional.some) }) else {
                shown = change.objects
                return
            }
            let moved = change.moves.map { ($0.to, list[$0.from]) }
            let gone = change.removals + change.moves.map(\.from)
            for place in gone.sorted(by: >) { list.remove(at: place) }
            let coming = change.insertions.map { ($0, change.objects[$0]) } + moved
            for (place, person) in coming.sorted(by: { $0.0 < $1.0 }) {
                list.insert(person, at: place)
            }
            for place in change.updates { list[place] = change.objects[place] }
            try requireEqual(list.map { $0 }, change.objects.map(Optional.some), "the list shown")
            shown = change.objects
        }
    }
#endif
