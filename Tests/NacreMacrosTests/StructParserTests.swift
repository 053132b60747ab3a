import SwiftDiagnostics
import Testing

@testable import NacreMacros

@Suite struct StructParserTests {
    private func declaration(
        _ text: String, as kind: StructParser.Kind = .entity
    ) throws -> StructDeclaration {
        let outcome = try #require(Source(text).parsed(as: kind))
        #expect(outcome.problems.map(\.message) == [])
        return try #require(outcome.declaration)
    }

    private func properties(_ body: String) throws -> [PropertyDeclaration] {
        try declaration("struct A {\n let id: Int\n\(body)\n}").properties.filter {
            $0.name != "id"
        }
    }

    @Test func `a struct is parsed to its name, access and stored properties`() throws {
        let city = try declaration(
            "public struct City { public let id: Int; var name: String }")
        #expect(
            city
                == StructDeclaration(
                    name: "City", access: .public,
                    properties: [
                        PropertyDeclaration(name: "id", type: "Int", access: .public),
                        PropertyDeclaration(name: "name", type: "String"),
                    ]))
    }

    @Test func `an entity without an id gets one as its last property`() throws {
        let city = try declaration(
            "package struct City { static let id = 1; var name: String }")
        #expect(city.addsID)
        #expect(
            city.properties.last
                == PropertyDeclaration(
                    name: "id", type: "Nacre.ObjectID<City>", access: .package))
        let embedded = try declaration("struct City { var name: String }", as: .embedded)
        #expect(!embedded.addsID && embedded.properties.count == 1)
    }

    @Test func `properties that are not stored are left out`() throws {
        let body = """
            static var a = 1
            var b: Int { 1 }
            var c: Int { get { 1 } set {} }
            @Transient var d = Date.now
            @Transient var e: Int?
            @Transient let f = { 1 }
            @Transient @Wrapper var g: Int
            func h() { let i = 1 }
            """
        let names = try properties(body).map(\.name)
        #expect(names == [])
    }

    @Test func `a property with observers is stored`() throws {
        let names = try properties("var a: Int = 1 { willSet {} didSet {} }").map(\.name)
        #expect(names == ["a"])
    }

    @Test(arguments: [
        ("1", "Int"), ("-1", "Int"), ("1.5", "Double"), ("\"\"", "String"), ("true", "Bool"),
        ("Money(cents: 1)", "Money"), ("Set<Int>()", "Set<Int>"), ("[Int]()", "[Int]"),
        ("[Int: A.B]()", "[Int: A.B]"), ("A.B()", "A.B"), ("ObjectID<Self>()", "ObjectID<A>"),
    ])
    func `a default determines the type`(_ value: String, _ type: String) throws {
        #expect(
            try properties("var a = \(value)")
                == [PropertyDeclaration(name: "a", type: type, defaultValue: value)])
    }

    @Test func `properties of one declaration share the type after them`() throws {
        let pairs = try properties("var a, b: Int, c = 1, d: String?").map {
            ($0.name, $0.type)
        }
        #expect(pairs.map(\.0) == ["a", "b", "c", "d"])
        #expect(pairs.map(\.1) == ["Int", "Int", "Int", "String?"])
    }

    @Test func `marks are read, in one attribute or several`() throws {
        var marks = AttributeAnnotations()
        marks.isUnique = true
        marks.isIndexed = true
        marks.isColumnar = true
        marks.isUnguarded = true
        marks.storedName = "\"x_y\""
        marks.originalNames = "\"y\", \"z\""
        marks.stages = "by: .json, Transformer<Data, Data>.mine"
        marks.stageExpressions = [".json", "Transformer<Data, Data>.mine"]
        let text =
            "@Attribute(.unique, .columnar, .originalName(\"y\", \"z\"), .named(\"x_y\"))"
            + " @Nacre.Attribute(AttributeAnnotation.indexed, .unguarded,"
            + " .transformed(by: .json, Transformer<Data, Data>.mine)) var a: (Int, Int)"
        #expect(
            try properties(text)
                == [PropertyDeclaration(name: "a", type: "(Int, Int)", marks: marks)])
    }

    @Test func `the access is that of the getter`() throws {
        let levels = try properties(
            "private var a: Int; private(set) var b: Int; public private(set) var c: Int;"
                + " fileprivate let d: Int; internal var e: Int"
        ).map(\.access)
        #expect(levels == [.private, .internal, .public, .fileprivate, .internal])
    }

    @Test func `names keep necessary backticks`() throws {
        let property = try #require(try properties("var `in`: Int").first)
        #expect(property.name == "`in`")
        #expect(property.plainName == "in")
        #expect(property.label == "in")
        #expect(property.storedName == "\"in\"")
    }

    @Test func `Self in a type is the struct`() throws {
        #expect(try properties("var a: [Ref<Self>?]").map(\.type) == ["[Ref<A>?]"])
    }

    @Test func `indexes are paths into the fields`() throws {
        let city = try declaration(
            "struct City { #Index<City>([\\.a, \\.b.c], [\\City.Fields.d]); var a: Int }")
        #expect(city.indexes == [["a", "b.c"], ["d"]])
    }

    @Test func `attributes unique together are no index, and a single one is marked`() throws {
        let city = try declaration(
            "struct City { #Unique<City>([\\.a, \\.b.c], [\\.d.e], [\\.a]); var a: Int }")
        #expect(city.uniques.map(\.attributes) == [["a", "b.c"], ["d.e"]])
        #expect(city.indexes.isEmpty)
        #expect(city.properties.first?.marks.isUnique == true)
    }

    @Test func `an initialiser in the struct is detected`() throws {
        #expect(try declaration("struct A { var a: Int; init() { a = 1 } }").hasInitializer)
        #expect(try !declaration("struct A { var a: Int; func f() {} }").hasInitializer)
    }
}
