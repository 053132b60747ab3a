import Nacre

/// Six generations of one program's schema, each as the program of its time has it. The stores that
/// each of them has written are kept in Golden: see ``GoldenStoreTests``.
enum Generation1 {
    struct Member: Entity {
        let id: Int
        var name: String
        var age: Int16
        var note: String?
        var friend: Ref<Member>?
        var level: Int16
        var city: String
        static let schema = EntitySchema(
            Member.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("age", \.age, .indexed), Attribute("note", \.note),
            Attribute("friend", \.friend), Attribute("level", \.level), Attribute("city", \.city))
    }
}

/// A new optional, a new default, and another name.
enum Generation2 {
    struct Member: Entity {
        let id: Int
        var name: String
        var age: Int16
        var remark: String?
        var friend: Ref<Member>?
        var level: Int16
        var city: String
        var email: String?
        var points: Int32
        static let schema = EntitySchema(
            Member.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, .originalName("note")),
            Attribute("friend", \.friend), Attribute("level", \.level), Attribute("city", \.city),
            Attribute("email", \.email), Attribute("points", \.points, default: 5))
    }
}

/// A wider number, an enum, and a required value that was optional.
enum Generation3 {
    enum Level: Int16, Storable { case guest = 1, member, chair }

    struct Member: Entity {
        let id: Int
        var name: String
        var age: Int32
        var remark: String
        var friend: Ref<Member>?
        var level: Level
        var city: String
        var email: String?
        var points: Int32
        static let schema = EntitySchema(
            Member.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friend", \.friend), Attribute("level", \.level), Attribute("city", \.city),
            Attribute("email", \.email), Attribute("points", \.points, default: 5))
    }
}

/// The entity has another name, and one friend becomes several.
enum Generation4 {
    struct Person: Entity {
        let id: Int
        var name: String
        var age: Int32
        var remark: String
        var friends: [Ref<Person>]
        var level: Generation3.Level
        var city: String
        var email: String?
        var points: Int32
        static let originalEntityNames = ["Member"]
        static let schema = EntitySchema(
            Person.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friends", \.friends, .indexed, .originalName("friend")),
            Attribute("level", \.level), Attribute("city", \.city), Attribute("email", \.email),
            Attribute("points", \.points, default: 5))
    }
}

/// The successor of the fourth generation without visiting objects: wider numbers, and a column.
enum Plain5 {
    struct Person: Entity {
        let id: Int
        var name: String
        var age: Int
        var remark: String
        var friends: [Ref<Person>]
        var level: Generation3.Level
        var city: String
        var email: String?
        var points: Double
        static let originalEntityNames = ["Member"]
        static let schema = EntitySchema(
            Person.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friends", \.friends, .indexed, .originalName("friend")),
            Attribute("level", \.level), Attribute("city", \.city), Attribute("email", \.email),
            Attribute("points", \.points, default: 5, .columnar))
    }
}

/// A value that may be missing, another index, and a removed attribute, which needs a migration
/// step.
enum Plain6 {
    struct Person: Entity, Equatable {
        let id: Int
        var name: String?
        var age: Int
        var remark: String
        var friends: [Ref<Person>]
        var level: Generation3.Level
        var email: String?
        var points: Double
        static let originalEntityNames = ["Member"]
        static let schema = EntitySchema(
            Person.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
            Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friends", \.friends, .indexed, .originalName("friend")),
            Attribute("level", \.level), Attribute("email", \.email),
            Attribute("points", \.points, default: 5, .columnar))
    }

    /// The migration plan. Stores of generations 1 to 3 have the entity under its former name when
    /// the step runs.
    static let plan = SchemaPlan(
        SchemaStep(
            6, "no cities", .renameEntity("Member", to: "Person"),
            .remove("city", from: "Person")))
}

/// One name becomes two, which needs a migration step.
enum Generation5 {
    struct Person: Entity {
        let id: Int
        var first: String
        var last: String
        var age: Int32
        var remark: String
        var friends: [Ref<Person>]
        var level: Generation3.Level
        var city: String
        var email: String?
        var points: Int32
        static let originalEntityNames = ["Member"]
        static let schema = EntitySchema(
            Person.init, Attribute("id", \.id), Attribute("first", \.first),
            Attribute("last", \.last), Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friends", \.friends, .indexed, .originalName("friend")),
            Attribute("level", \.level), Attribute("city", \.city), Attribute("email", \.email),
            Attribute("points", \.points, default: 5))
    }

    /// The migration step. Stores of generations 1 to 3 have the entity under its former name when
    /// the step runs.
    static let step = SchemaStep(
        5, "names in two parts", .renameEntity("Member", to: "Person"),
        .add("first", String.self, default: "", to: "Person"),
        .add("last", String.self, default: "", to: "Person"),
        .rewrite("Person") { old, new in
            let name: String = try old["name"] ?? ""
            let parts = name.split(separator: " ", maxSplits: 1)
            new["first"] = parts.first.map(String.init) ?? ""
            new["last"] = parts.dropFirst().first.map(String.init) ?? ""
        }, .remove("name", from: "Person"))

    static let plan = SchemaPlan(step)
}

/// A still wider number, a sum, and a removed attribute.
enum Generation6 {
    struct Person: Entity, Equatable {
        let id: Int
        var first: String
        var last: String
        var age: Int
        var remark: String
        var friends: [Ref<Person>]
        var level: Generation3.Level
        var email: String?
        var points: Double
        static let originalEntityNames = ["Member"]
        static let schema = EntitySchema(
            Person.init, Attribute("id", \.id), Attribute("first", \.first),
            Attribute("last", \.last, .indexed), Attribute("age", \.age, .indexed),
            Attribute("remark", \.remark, default: "none", .originalName("note")),
            Attribute("friends", \.friends, .indexed, .originalName("friend")),
            Attribute("level", \.level), Attribute("email", \.email),
            Attribute("points", \.points, default: 5, .columnar))
    }

    static let plan = SchemaPlan(
        Generation5.step, SchemaStep(6, "no cities", .remove("city", from: "Person")))
}
