internal import NacreFormat

/// Objects of several entities, each once, and who refers to whom.
struct LoadedObjects: Sendable {
    private var objects: [ObjectIdentifier: [Value: any Entity]] = [:]
    private var members: [MemberKey: [Value]] = [:]

    /// An object as one that others refer to.
    struct MemberKey: Hashable, Sendable {
        /// The entity that refers.
        let entity: String
        let attribute: String
        /// Of the object; nil if it cannot be stored, and nobody refers to it.
        let owner: Value?

        init(entity: String, attribute: String, owner: Value) {
            self.entity = entity
            self.attribute = attribute
            self.owner = owner
        }

        /// - Parameter reference: to the owner.
        init<Owner: Entity, Member: Entity, Reference>(
            of owner: Owner, _ reference: Field<Member, Reference>
        ) {
            entity = Member.entityName
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

    /// - Parameter id: of an object that refers; they come in order.
    mutating func add(_ id: Value, to key: MemberKey) { members[key, default: []].append(id) }

    func object<Object: Entity>(_ type: Object.Type, _ id: Value) -> Object? {
        objects[ObjectIdentifier(type)]?[id] as? Object
    }

    func members<Member: Entity>(_ type: Member.Type, of key: MemberKey) -> [Member] {
        members[key, default: []].compactMap { object(type, $0) }
    }
}
