#if Macros
    import Nacre
    import NacreObjects

    /// Desks as live objects. The things that they hold are part of them, and shared with others.
    extension Desk: LiveType {
        static var objects: KeyPath<World, [Int: Desk]> { \.wholeDesks }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Desk>]> { \.desks }
        static func name(_ id: Int) -> World.Name { .desk(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            try world.write(self, as: kind)
        }

        static let properties: [LiveProperty<Desk>] = [
            .init(\.owner), .init(\.lamp), .init(\.books),
        ]

        /// Returns whether a desk is equal in two worlds. A reference to a deleted book is stored,
        /// and not read.
        static func isSame(_ id: Int, in one: World, _ other: World) -> Bool {
            one.desks[id] == other.desks[id] && one.wholeDesk(id) == other.wholeDesk(id)
        }

        /// Takes changes over. The set of held things is one change, and each thing's content
        /// another one.
        mutating func take(from old: Desk, to new: Desk) {
            var things = new.things.merging(things) { $1 }
            for id in things.keys {
                guard let former = old.things[id], let next = new.things[id] else { continue }
                things[id]?.take(from: former, to: next)
            }
            if old.owner != new.owner { owner = new.owner }
            let lamp = old.lamp?.id == new.lamp?.id ? lamp : new.lamp
            let books = old.books.map(\.id) == new.books.map(\.id) ? books : new.books
            self.lamp = lamp.flatMap { things[$0.id] }
            self.books = books.compactMap { things[$0.id] }
        }

        func overwritesHeld(in world: World, since base: World) -> Bool {
            things.contains { id, thing in
                world.things[id] != base.things[id] && world.things[id] != thing
            }
        }

        func merged(
            from former: Desk?, onto present: Desk?, in world: World, since base: World,
            isTheirs: Bool
        ) -> Desk {
            var held = former == nil ? [:] : present?.things ?? [:]
            for (id, thing) in things {
                var now = world.things[id] ?? thing
                if !isTheirs {
                    guard let old = base.things[id] else {
                        held[id] = held[id] ?? thing
                        continue
                    }
                    now.take(from: old, to: thing)
                }
                held[id] = now
            }
            var desk = self
            if let former, let present {
                desk.owner = former.owner == owner ? present.owner : owner
                desk.lamp = former.lamp?.id == lamp?.id ? present.lamp : lamp
                desk.books = former.books.map(\.id) == books.map(\.id) ? present.books : books
            }
            desk.lamp = desk.lamp.flatMap { held[$0.id] }
            desk.books = desk.books.compactMap { held[$0.id] }
            return desk
        }

        var things: [Int: Thing] {
            Dictionary(([lamp].compactMap { $0 } + books).map { ($0.id, $0) }) { $1 }
        }

        /// The desk with one content for each held thing, however often the desk holds it.
        var settled: Desk {
            var desk = self
            let things = things
            desk.lamp = lamp.flatMap { things[$0.id] }
            desk.books = books.compactMap { things[$0.id] }
            return desk
        }

        /// Makes one of the possible changes of a desk.
        mutating func edit(_ what: Int, _ thing: Thing) {
            switch what {
            case 0: lamp?.watts = thing.watts
            case 1: books.reverse()
            case 2: lamp = books.popLast()
            case 3: lamp = nil
            case 4: books.append(thing)
            default: if !books.isEmpty { books[0].title = thing.title }
            }
            if what == 0, let lamp { replace(lamp) }
            if what > 4, let first = books.first { replace(first) }
            self = settled
        }

        private mutating func replace(_ thing: Thing) {
            if lamp?.id == thing.id { lamp = thing }
            books = books.map { $0.id == thing.id ? thing : $0 }
        }
    }

    extension World {
        func wholeDesk(_ id: Int) -> Desk? { desks[id].map(desk) }
        var wholeDesks: [Int: Desk] { desks.mapValues(desk) }
    }
#endif
