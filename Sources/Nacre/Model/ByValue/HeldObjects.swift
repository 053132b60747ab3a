internal import NacreFormat

/// The objects by value that were met while another one was encoded, in that order. Used for one
/// change.
final class HeldObjects {
    private(set) var objects: [any Entity] = []

    func add(_ object: any Entity) { objects.append(object) }

    /// Adds the objects inside a collection.
    func add(_ nested: NestedValue) {
        switch nested.content {
        case .entity(let object, _): add(object)
        case .array(let elements): for element in elements { add(element) }
        case .object(let members): for member in members { add(member.value) }
        case .value, .json: break
        }
    }

    /// Returns the objects and removes them.
    func take() -> [any Entity] {
        defer { objects = [] }
        return objects
    }
}

extension NestedValue {
    /// Returns this value as a stored value of a type.
    /// - Parameter held: Collects the object, if this is one.
    func value(as type: StoredType, _ held: HeldObjects?) throws -> Value {
        held?.add(self)
        return try value(as: type)
    }
}
