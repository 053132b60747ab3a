internal import NacreFormat

/// Objects by value that were met while another one was encoded, in that order. For one change.
final class HeldObjects {
    private(set) var objects: [any Entity] = []

    func add(_ object: any Entity) { objects.append(object) }

    /// Those inside of a collection.
    func add(_ nested: NestedValue) {
        switch nested.content {
        case .entity(let object, _): add(object)
        case .array(let elements): for element in elements { add(element) }
        case .object(let members): for member in members { add(member.value) }
        case .value, .json: break
        }
    }

    /// Gives them away.
    func take() -> [any Entity] {
        defer { objects = [] }
        return objects
    }
}

extension NestedValue {
    /// The stored value of a type that this is.
    /// - Parameter held: takes the object, if it is one.
    func value(as type: StoredType, _ held: HeldObjects?) throws -> Value {
        held?.add(self)
        return try value(as: type)
    }
}
