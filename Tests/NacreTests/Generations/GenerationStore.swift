import Nacre
import NacreEngine
import NacreTestSupport

/// A store that programs of several generations open one after another.
struct GenerationStore {
    let path: String
    private let fileSystem: any FileSystem

    init(_ path: String, _ fileSystem: any FileSystem) {
        self.path = path
        self.fileSystem = fileSystem
    }

    /// Makes a store in memory.
    init(files: [String: [UInt8]] = [:]) {
        let isNew = files.isEmpty
        self.init(
            TestStore.path,
            isNew ? MemoryFileSystem() : MemoryFileSystem(TestStore.path, files: files))
    }

    /// The files of a store in memory.
    var files: [String: [UInt8]] {
        (fileSystem as? MemoryFileSystem)?.contents(of: path) ?? [:]
    }

    private func open(
        _ type: any Entity.Type, _ plan: SchemaPlan? = nil
    ) throws -> Store {
        var options = Store.Options()
        options.schemaPlan = plan
        return try Store(
            at: path, options, [type], fileSystem: fileSystem, environment: .repeatable())
    }

    /// Opens the store as the program of a generation does.
    func open(as generation: Int) throws -> Store {
        switch generation {
        case 1: try open(Generation1.Member.self)
        case 2: try open(Generation2.Member.self)
        case 3: try open(Generation3.Member.self)
        case 4: try open(Generation4.Person.self)
        case 5: try open(Generation5.Person.self, Generation5.plan)
        default: try open(Generation6.Person.self, Generation6.plan)
        }
    }

    /// Opens the store as the program of a generation does; from the fifth on, as a program without
    /// a migration step that visits objects.
    func openPlain(as generation: Int) throws -> Store {
        switch generation {
        case 5: try open(Plain5.Person.self)
        case 6: try open(Plain6.Person.self, Plain6.plan)
        default: try open(as: generation)
        }
    }

    /// Checks that the last of these programs finds the objects that the first one has written.
    func checkPlain(count: Int) throws {
        let store = try openPlain(as: 6)
        typealias Person = Plain6.Person
        let expected = (100..<100 + count).map { id in
            let person = Self.expected(id, of: 1)
            return Person(
                id: id, name: "Ann Lee \(id)", age: person.age, remark: person.remark,
                friends: person.friends.map { Ref(id: $0.id) }, level: person.level, email: nil,
                points: person.points)
        }
        try requireEqual(try store.fetch(Person.all.sorted(\.id.ascending)), expected, "objects")
        try requireEqual(
            try store.count(Person.where { $0.name == "Ann Lee 101" }), count > 1 ? 1 : 0,
            "by the index of names")
        try requireEqual(
            try store.count(Person.where { $0.friends.contains(Ref(id: 100)) }),
            expected.count { !$0.friends.isEmpty }, "by the index of friends")
        try requireEqual(
            try store.sum(\.points, Person.all), Double(count) * 5, "by the column of points")
        try store.close()
        let report = try IntegrityChecker(path: path, fileSystem: fileSystem).run()
        try require(report.isSound, "defects: \(report.defects)")
    }

    /// Opens the store as the program of a generation and adds objects, whose ids begin at the
    /// generation times 100.
    func write(as generation: Int, count: Int = 1) throws {
        let store = try open(as: generation)
        try store.performChanges { changes in
            for id in generation * 100..<generation * 100 + count {
                try Self.insert(id, generation, changes)
            }
        }
        try store.close()
    }

    private static func insert(
        _ id: Int, _ generation: Int, _ changes: WriteTransaction
    ) throws {
        let name = "Ann Lee \(id)"
        let even = id.isMultiple(of: 2)
        switch generation {
        case 1:
            try changes.insert(
                Generation1.Member(
                    id: id, name: name, age: Int16(id % 300), note: even ? nil : "n\(id)",
                    friend: even ? Ref(id: 100) : nil, level: 2, city: "Oslo"))
        case 2:
            try changes.insert(
                Generation2.Member(
                    id: id, name: name, age: Int16(id % 300), remark: even ? nil : "n\(id)",
                    friend: even ? Ref(id: 100) : nil, level: 2, city: "Oslo", email: "e\(id)",
                    points: 7))
        case 3:
            try changes.insert(
                Generation3.Member(
                    id: id, name: name, age: Int32(id % 300), remark: even ? "none" : "n\(id)",
                    friend: even ? Ref(id: 100) : nil, level: .member, city: "Oslo",
                    email: "e\(id)",
                    points: 7))
        case 4:
            try changes.insert(
                Generation4.Person(
                    id: id, name: name, age: Int32(id % 300), remark: even ? "none" : "n\(id)",
                    friends: even ? [Ref(id: 100)] : [], level: .member, city: "Oslo",
                    email: "e\(id)", points: 7))
        case 5:
            try changes.insert(
                Generation5.Person(
                    id: id, first: "Ann", last: "Lee \(id)", age: Int32(id % 300),
                    remark: even ? "none" : "n\(id)", friends: even ? [Ref(id: 100)] : [],
                    level: .member, city: "Oslo", email: "e\(id)", points: 7))
        default: try changes.insert(expected(id, of: 6))
        }
    }

    /// Returns the object that the newest program finds in place of one written by a generation.
    static func expected(_ id: Int, of generation: Int) -> Generation6.Person {
        let even = id.isMultiple(of: 2)
        return Generation6.Person(
            id: id, first: "Ann", last: "Lee \(id)", age: id % 300,
            remark: even ? "none" : "n\(id)", friends: even ? [Ref(id: 100)] : [], level: .member,
            email: generation == 1 ? nil : "e\(id)", points: generation == 1 ? 5 : 7)
    }

    /// Checks that the newest program finds all objects of the generations up to one, by every kind
    /// of read.
    func check(through generation: Int, count: Int = 1) throws {
        let store = try open(as: 6)
        typealias Person = Generation6.Person
        let expected = (1...generation).flatMap { generation in
            (generation * 100..<generation * 100 + count).map {
                Self.expected($0, of: generation)
            }
        }
        try requireEqual(try store.fetch(Person.all.sorted(\.id.ascending)), expected, "objects")
        for age in Set(expected.map(\.age)).prefix(3) {
            try requireEqual(
                Set(try store.fetch(Person.where { $0.age == age }).map(\.id)),
                Set(expected.filter { $0.age == age }.map(\.id)), "by the index of ages")
        }
        try requireEqual(
            try store.count(Person.where { $0.friends.contains(Ref(id: 100)) }),
            expected.count { $0.friends == [Ref(id: 100)] }, "by the index of friends")
        try requireEqual(
            try store.count(Person.where { $0.points > 6 }), expected.count { $0.points > 6 },
            "by the column of points")
        try requireEqual(
            try store.sum(\.points, Person.all), expected.map(\.points).reduce(0, +), "sum")
        try requireEqual(
            try store.fetch(\.remark, Person.all.sorted(\.remark.ascending, \.id.ascending)),
            expected.map(\.remark).sorted(), "remarks")
        try store.close()
        let report = try IntegrityChecker(path: path, fileSystem: fileSystem).run()
        try require(report.isSound, "defects: \(report.defects)")
    }
}
