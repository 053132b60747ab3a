#if Macros
    import Nacre
    import NacreObjects

    /// An entity of which contexts have live objects.
    protocol LiveType: Entity, Hashable where ID == Int, Mutability == Mutable {
        static var objects: WritableKeyPath<World, [Int: Self]> { get }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Self>]> { get }
        static func name(_ id: Int) -> World.Name
        /// Inserts it, or saves it by what is unique.
        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal)
        /// Takes over every property that differs between two other states.
        mutating func take(from old: Self, to new: Self)
    }

    extension LiveType {
        fileprivate mutating func take<Value: Equatable>(
            _ property: WritableKeyPath<Self, Value>, _ old: Self, _ new: Self
        ) {
            if old[keyPath: property] == new[keyPath: property] { return }
            self[keyPath: property] = new[keyPath: property]
        }
    }

    extension Person: LiveType {
        static var objects: WritableKeyPath<World, [Int: Person]> { \.people }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Person>]> { \.people }
        static func name(_ id: Int) -> World.Name { .person(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            if kind == .insert {
                try world.write(self, as: .insert)
            } else {
                _ = try world.save(self)
            }
        }

        mutating func take(from old: Person, to new: Person) {
            take(\.email, old, new)
            take(\.badge, old, new)
            take(\.hall, old, new)
            take(\.seat, old, new)
            take(\.name, old, new)
            take(\.age, old, new)
            take(\.rank, old, new)
            take(\.state, old, new)
            take(\.address, old, new)
            take(\.tags, old, new)
            take(\.scores, old, new)
            take(\.facts, old, new)
            take(\.team, old, new)
            take(\.boss, old, new)
            take(\.mentor, old, new)
            take(\.friends, old, new)
            take(\.revision, old, new)
        }
    }

    extension Team: LiveType {
        static var objects: WritableKeyPath<World, [Int: Team]> { \.teams }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Team>]> { \.teams }
        static func name(_ id: Int) -> World.Name { .team(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            if kind == .insert {
                try world.write(self, as: .insert)
            } else {
                _ = try world.save(self)
            }
        }

        mutating func take(from old: Team, to new: Team) {
            take(\.code, old, new)
            take(\.name, old, new)
            take(\.motto, old, new)
        }
    }

    extension Thing: LiveType {
        static var objects: WritableKeyPath<World, [Int: Thing]> { \.things }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Thing>]> { \.things }
        static func name(_ id: Int) -> World.Name { .thing(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            try world.write(self, as: kind)
        }

        mutating func take(from old: Thing, to new: Thing) {
            take(\.title, old, new)
            take(\.watts, old, new)
        }
    }

    extension Note: LiveType {
        static var objects: WritableKeyPath<World, [Int: Note]> { \.notes }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Note>]> { \.notes }
        static func name(_ id: Int) -> World.Name { .note(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            try world.write(self, as: kind)
        }

        mutating func take(from old: Note, to new: Note) {
            take(\.isHidden, old, new)
            take(\.readers, old, new)
            take(\.day, old, new)
            take(\.device, old, new)
            take(\.facts, old, new)
            take(\.samples, old, new)
            take(\.code, old, new)
        }
    }

    extension World.Name {
        /// The entity, where live objects are of it.
        var liveType: (id: Int, type: any LiveType.Type)? {
            switch self {
            case .person(let id): (id, Person.self)
            case .team(let id): (id, Team.self)
            case .thing(let id): (id, Thing.self)
            case .note(let id): (id, Note.self)
            case .desk, .leaflet: nil
            }
        }
    }
#endif
