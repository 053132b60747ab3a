import Foundation
import Testing

@testable import NacreMacros

@Suite struct RendererTests {
    private func members(
        _ text: String, as kind: StructParser.Kind = .entity
    ) throws -> [String] {
        if let outcome = Source(text).parsedEnum {
            return EnumRenderer(try #require(outcome.declaration)).members
        }
        let outcome = try #require(Source(text).parsed(as: kind))
        let declaration = try #require(outcome.declaration)
        return kind == .entity
            ? EntityRenderer(declaration).members : EmbeddedRenderer(declaration).members
    }

    /// Compares complete expansions, which are kept as readable files. `NACRE_UPDATE_EXPANSIONS=1`
    /// writes them again.
    @Test(arguments: [
        ("City", StructParser.Kind.entity), ("Contact", .entity), ("Address", .embedded),
        ("State", .embedded),
    ])
    func `an expansion equals the recorded one`(_ name: String, _ kind: StructParser.Kind) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures")
        let text = try String(
            contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
        let written = try members(text, as: kind).joined(separator: "\n") + "\n"
        let expansion = folder.appending(path: "\(name).expansion.txt")
        if ProcessInfo.processInfo.environment["NACRE_UPDATE_EXPANSIONS"] == "1" {
            try written.write(to: expansion, atomically: true, encoding: .utf8)
        }
        #expect(try written == String(contentsOf: expansion, encoding: .utf8))
    }

    @Test func `the type of the id is declared, unless the struct has one`() throws {
        func declares(_ text: String) throws -> Bool {
            try members(text).contains { $0.contains("typealias ID") }
        }
        let added = try members("struct A { var n: Int }")
        #expect(added.contains("typealias ID = Nacre.ObjectID<A>"))
        let declared = try members("public struct A { let id: Int }")
        #expect(declared.contains("public typealias ID = Int"))
        #expect(try !declares("struct A { typealias ID = Int; let id: Int }"))
        #expect(try !declares("struct A { struct ID {}; let id: ID }"))
        #expect(try !declares("struct A { let id: A.ID }"), "an extension may declare it")
    }

    @Test func `a property with the option is the id, and 'id' returns it`() throws {
        let text = try members("public struct A { @Attribute(.id) public var `in`: Int }").joined()
        #expect(text.contains("public var id: Int { `in` }"))
        #expect(text.contains("public var id: Nacre.Field<A, Int>"))
        #expect(text.contains(#".id(\A.id)"#))
        #expect(!text.contains("ObjectID"))
        #expect(text.contains("return A(in: "))
        #expect(try !members("struct A { let id: Int }").joined().contains("var id: Int {"))
    }

    @Test func `reading uses the memberwise initialiser if there is one`() throws {
        let with = try members("struct A { let id: Int }").joined()
        #expect(with.contains("return A(id: id)"))
        let without = try members("struct A { let id: Int; init() { id = 1 } }").joined()
        #expect(without.contains("try A(_row: &_source)"))
        #expect(without.contains("self.id = id"))
    }

    @Test func `reading uses a throwing initialiser that takes all properties`() throws {
        let own = try members(
            "struct A { let id: Int; var b: [ Int ]; init(id: Int, b: [Int]) throws {} }"
        ).joined()
        #expect(own.contains("return try A(id: id, b: b)"))
        let added = try members("struct A { var b = 1; init(b: Int = 2) throws {} }").joined()
        #expect(added.contains("var _object = try A(b: b)"))
        #expect(added.contains("_object.id = id"))
        for other in [
            "init(id: Int, b: Int) {}", "init(id: Int, b: Int) async throws {}",
            "init?(id: Int, b: Int) throws {}", "init(id: Int) throws {}",
            "init(b: Int, id: Int) throws {}", "init(id: Int, b: String) throws {}",
            "init(_ id: Int, b: Int) throws {}",
        ] {
            let text = try members("struct A { let id: Int; var b: Int; \(other) }").joined()
            #expect(text.contains("try A(_row: &_source)"), "\(other)")
        }
    }

    @Test(arguments: [
        ("by: .isoDate", "TransformedField"), ("by: .json, .lz4", "OpaqueField"),
        ("by: .json", "TransformedField"), ("by: .json, T<Data, Data>.mine", "OpaqueField"),
        ("by: .utf8", "OpaqueField"), ("by: .uuidString", "OrderedField"),
        ("by: .lz4(from: 9)", "OpaqueField"), ("by: T<A, B>.utf8Hex", "TransformedField"),
        ("by: T(\"x\", transform: { B($0.utf8) }, reverse: r)", "TransformedField"),
        ("by: .uuidString, keepsOrder: false", "TransformedField"),
        ("by: .uuidString, T<String, String>.mine", "TransformedField"),
        ("by: .uuidString, T<String, String>.mine, keepsOrder: true", "OrderedField"),
        ("by: T<A, Int>.mine, keepsOrder: true", "OrderedField"),
        ("by: T<A, Int>.mine, keepsEquality: true, keepsOrder: false", "TransformedField"),
        ("by: T<A, Int>.mine, keepsEquality: false, keepsOrder: true", "OpaqueField"),
        ("by: T<A, String>.mine, keepsText: true", "StagedTextField"),
        ("by: T<A, String>.mine, keepsOrder: true, keepsText: true", "OrderedTextField"),
        ("by: T<A, Data>.mine, keepsEquality: false, keepsText: true", "OpaqueField"),
    ])
    func `the declared properties of stages select the field`(
        _ stages: String, _ field: String
    ) throws {
        let text = try members(
            "struct A { @Attribute(.transformed(\(stages))) var b: B? }"
        ).joined()
        #expect(text.contains("var b: Nacre.\(field)<A, B?>"))
        let label = field.contains("Text") ? "text: " : field == "OrderedField" ? "ordered: " : ""
        #expect(
            text.contains("Nacre.\(field)(self._path.appending(\"b\"), \(label)_Codecs.b)"))
        let own = stages.replacing(#/, keeps[A-Za-z]+: [a-z]+/#, with: "")
        #expect(text.contains(#"Nacre.AttributeCodec(\A.b, \#(own))"#))
    }

    @Test func `a condition of unique values is an argument of the constraint`() throws {
        let text = try members(
            "struct A { #Unique<A>([\\.b], where: A.isLive); var b: Int }"
        ).joined()
        #expect(text.contains("Nacre.UniqueTogether(fields: [_fields.b], where: A.isLive)"))
        #expect(text.contains("struct UniqueFields: Nacre.FieldSet"))
        let unique = text.components(separatedBy: "struct UniqueFields")[1]
        #expect(unique.prefix(400).contains("var b: Nacre.Field<A, Int>"))
    }

    @Test func `stages of elements and of closures are made for the property`() throws {
        let elements = try members(
            "struct A { @Attribute(.transformed(elementsBy: .uuidString)) var b: [UUID] }"
        ).joined()
        #expect(elements.contains("Nacre.StagedElementsField<A, [UUID], Nacre.Keeps.Order>"))
        #expect(elements.contains(#"Nacre.AttributeCodec(\A.b, elementsBy: .uuidString)"#))
        let closures = try members(
            """
            struct A {
                @Attribute(
                    .transformed(
                        "c", by: \\C.n, reverse: { (n: Int) in C(n) }, keepsOrder: true))
                var c: C
            }
            """
        ).joined()
        #expect(closures.contains("Nacre.OrderedField<A, C>"))
        #expect(
            closures.contains(
                #"Nacre.AttributeCodec(\A.c, by: Nacre.Transformer("c", keepsOrder: true, "#
                    + #"transform: \C.n, reverse: { (n: Int) in C(n) }))"#))
    }

    @Test func `a default of an id is not a default for older objects`() throws {
        let members = try members("struct A { var id = UUID(); var a = 1 }").joined()
        #expect(members.contains(#""id", \A.id).erased"#))
        #expect(members.contains(#""a", \A.a, default: 1).erased"#))
    }
}
