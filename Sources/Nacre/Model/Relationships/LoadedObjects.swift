internal import NacreFormat

/// The objects of several entities, each once, and the references between them.
struct LoadedObjects: Sendable {
    private var objects: [ObjectIdentifier: [Value: any Entity]] = [:]
    private var members: [MemberKey: [Value]] = [:]

    /// The key of an object that others refer to by one attribute.
    struct MemberKey: Hashable, Sendable {
        /// The type that refers.
        let member: ObjectIdentifier
        let attribute: String
        /// The object's id; nil if it cannot be stored, and then no object refers to it.
        let owner: Value?

        init(_ member: any Entity.Type, attribute: String, owner: Value) {
            self.member = ObjectIdentifier(member)
            self.attribute = attribute
            self.owner = owner
        }

        /// Makes the key of an object.
        /// - Parameter reference: The reference to the owner.
        init<Owner: Entity, Member: Entity, Reference>(
            of owner: Owner, _ reference: Field<Member, Reference>
        ) {
            member = ObjectIdentifier(Member.self)
            attribute = reference.fieldPath.name
            self.owner = try? Owner.storedID(owner.id).value
        }
    }

    func has(_ type: any Entity.Type, _ id: Value) -> Bool {
        objects[ObjectIdentifier(type)]?[id] != nil
    }

    mutating func add<Object: Entity>(_ object: Object, _ id: Value) {
        objects[ObjectIdentifier(Object.self), default: [:]][id] = object
    }

    /// Adds an object to those that refer to an owner.
    /// - Parameter id: The id of the object that refers; ids are added in order.
    mutating func add(_ id: Value, to key: MemberKey) { members[key, default: []].append(id) }

    func object<Object: Entity>(_ type: Object.Type, _ id: Value) -> Object? {
        objects[ObjectIdentifier(type)]?[id] as? Object
    }

    /// Notes that the objects which refer to an owner are read, even if there are none.
    mutating func include(_ key: MemberKey) { members[key, default: []] += [] }

    /// Returns the objects that refer to an owner, by ascending id; nil if they were not read.
    func members<Member: Entity>(_ type: Member.Type, of key: MemberKey) -> [Member]? {
        members[key]?.compactMap { object(type, $0) }
    }

    /// All objects, in no order.
    var all: [any Entity] { objects.values.flatMap(\.values) }
}
