import Foundation
import Nacre

/// The entities of the tests of CoreValue, a library that stored values with values in them, with
/// the ids that objects have here.
enum Company {
    struct Employee: Hashable {
        var name: String
        var age: Int
        var position: String?
        var id = ObjectID<Employee>()
    }

    struct Owner: Hashable {
        var name: String
        var id = ObjectID<Owner>()
    }

    struct Shop: Hashable {
        var name: String
        var owner: Owner?
        var employees: [Employee] = []
        var id = ObjectID<Shop>()
    }

    /// A kiosk, which must have an owner.
    struct Kiosk: Hashable {
        let id: Int
        var owner: Owner
        var helpers: Set<Employee> = []
    }

    static let types: [any Entity.Type] = [Shop.self, Kiosk.self]
}

extension Company.Employee: Entity {
    static let entityName = "Employee"
    static let schema = EntitySchema(
        Self.init(name:age:position:id:), Attribute("name", \.name), Attribute("age", \.age),
        Attribute("position", \.position), Attribute("id", \.id))
    static let rules = [Rule<Self>("is of age") { $0.age >= 0 }]
}

extension Company.Owner: Entity {
    static let entityName = "Owner"
    static let schema = EntitySchema(
        Self.init(name:id:), Attribute("name", \.name, .unique), Attribute("id", \.id))
}

extension Company.Shop: Entity {
    static let entityName = "Shop"
    static let schema = EntitySchema(
        Self.init(name:owner:employees:id:), Attribute("name", \.name),
        Attribute("owner", \.owner, .relationship(.nullify)),
        Attribute("employees", \.employees, .relationship(.nullify), .indexed),
        Attribute("id", \.id))
}

extension Company.Kiosk: Entity {
    static let entityName = "Kiosk"
    static let schema = EntitySchema(
        Self.init(id:owner:helpers:), Attribute("id", \.id),
        Attribute("owner", \.owner, .relationship(.deny)), Attribute("helpers", \.helpers))
}
