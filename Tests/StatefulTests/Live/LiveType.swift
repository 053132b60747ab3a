#if Macros
    import Nacre
    import NacreObjects

    /// An entity of which contexts have live objects.
    protocol LiveType: Entity, Hashable where ID == Int, Mutability == Mutable {
        static var objects: KeyPath<World, [Int: Self]> { get }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Self>]> { get }
        static func name(_ id: Int) -> World.Name
        /// Inserts the object, or saves it by its unique values.
        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal)
        /// All properties except the id.
        static var properties: [LiveProperty<Self>] { get }
        /// Takes over every property that differs between two other states.
        mutating func take(from old: Self, to new: Self)
        /// Returns whether the stored object with an id is equal in two worlds.
        static func isSame(_ id: Int, in one: World, _ other: World) -> Bool
        /// Returns whether saving the object overwrites changes of the objects that it holds.
        func overwritesHeld(in world: World, since base: World) -> Bool
        /// Returns its changes, and those of the objects that it holds, merged into the present
        /// object.
        /// - Parameter isTheirs: Whether the held objects are taken from the present ones.
        func merged(
            from former: Self?, onto present: Self?, in world: World, since base: World,
            isTheirs: Bool
        ) -> Self
    }

    extension LiveType {
        static func isSame(_ id: Int, in one: World, _ other: World) -> Bool {
            guard let one = one[keyPath: objects][id], let other = other[keyPath: objects][id]
            else { return one[keyPath: objects][id] == nil && other[keyPath: objects][id] == nil }
            return one == other && properties.allSatisfy { $0.isStoredSame(one, other) }
        }

        func overwritesHeld(in world: World, since base: World) -> Bool { false }

        func merged(
            from former: Self?, onto present: Self?, in world: World, since base: World,
            isTheirs: Bool
        ) -> Self {
            guard let former, var merged = present else { return self }
            merged.take(from: former, to: self)
            return merged
        }

        mutating func take(from old: Self, to new: Self) { takeProperties(from: old, to: new) }

        mutating func takeProperties(from old: Self, to new: Self) {
            for property in Self.properties where !property.isStoredSame(old, new) {
                property.take(&self, new)
            }
        }
    }

    extension Person: LiveType {
        static var objects: KeyPath<World, [Int: Person]> { \.people }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Person>]> { \.people }
        static func name(_ id: Int) -> World.Name { .person(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            if kind == .insert {
                try world.write(self, as: .insert)
            } else {
                _ = try world.save(self)
            }
        }

        static let properties: [LiveProperty<Person>] = [
            .init(\.email), .init(\.badge), .init(\.hall), .init(\.seat), .init(\.name),
            .init(\.age), .init(\.rank), .init(\.state), .init(\.address), .init(\.tags),
            .init(\.scores), .init(\.facts), .init(\.team), .init(\.boss), .init(\.mentor),
            .init(\.friends), .init(\.revision),
        ]
    }

    extension Team: LiveType {
        static var objects: KeyPath<World, [Int: Team]> { \.teams }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Team>]> { \.teams }
        static func name(_ id: Int) -> World.Name { .team(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            if kind == .insert {
                try world.write(self, as: .insert)
            } else {
                _ = try world.save(self)
            }
        }

        static let properties: [LiveProperty<Team>] = [
            .init(\.code), .init(\.name), .init(\.motto),
        ]
    }

    extension Thing: LiveType {
        static var objects: KeyPath<World, [Int: Thing]> { \.things }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Thing>]> { \.things }
        static func name(_ id: Int) -> World.Name { .thing(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            try world.write(self, as: kind)
        }

        static let properties: [LiveProperty<Thing>] = [
            .init(\.title), .init(\.watts), .init(\.level),
        ]
    }

    extension Note: LiveType {
        static var objects: KeyPath<World, [Int: Note]> { \.notes }
        static var entries: WritableKeyPath<LiveModel, [Int: LiveEntry<Note>]> { \.notes }
        static func name(_ id: Int) -> World.Name { .note(id) }

        func write(to world: inout World, as kind: World.Kind) throws(World.Refusal) {
            try world.write(self, as: kind)
        }

        static let properties: [LiveProperty<Note>] = [
            .init(\.isHidden), .init(\.readers), .init(\.day), .init(\.device), .init(\.facts),
            .init(\.samples), .init(\.code),
        ]
    }

    extension World.Name {
        /// The entity, if live objects exist for it.
        var liveType: (id: Int, type: any LiveType.Type)? {
            switch self {
            case .person(let id): (id, Person.self)
            case .team(let id): (id, Team.self)
            case .thing(let id): (id, Thing.self)
            case .note(let id): (id, Note.self)
            case .desk(let id): (id, Desk.self)
            case .leaflet: nil
            }
        }
    }
#endif
