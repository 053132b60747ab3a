import SwiftDiagnostics
import Testing

@testable import NacreMacros

/// A declaration that a macro refuses.
struct WrongDeclaration: CustomTestStringConvertible, Sendable {
    let text: String
    /// A part of the message.
    let fragment: String
    /// The declaration after the fix-it is applied.
    let fixed: String?
    let kind: StructParser.Kind

    init(
        _ text: String, _ fragment: String, fixed: String? = nil,
        as kind: StructParser.Kind = .entity
    ) {
        self.text = text
        self.fragment = fragment
        self.fixed = fixed
        self.kind = kind
    }

    var testDescription: String { text }

    static let structs = [
        WrongDeclaration(
            "class A { var a: Int }", "takes structs", fixed: "struct A { var a: Int }"),
        WrongDeclaration("enum A { case a }", "@Entity takes structs"),
        WrongDeclaration("actor A { var a: Int }", "takes structs"),
        WrongDeclaration("enum A { case a }", "Storable", as: .embedded),
        WrongDeclaration("class A { var a: Int }", "structs and enums", as: .embedded),
        WrongDeclaration("indirect enum A { case a(A) }", "indirect", as: .embedded),
        WrongDeclaration("enum A { indirect case a(A) }", "indirect", as: .embedded),
        WrongDeclaration("enum A { case a(Int), a(b: Int) }", "two cases", as: .embedded),
        WrongDeclaration("enum A { case `case`(Int) }", "another name", as: .embedded),
        WrongDeclaration("enum A { case a((Int, Int)) }", "tuple", as: .embedded),
        WrongDeclaration("enum A<T> { case a(Int) }", "generic struct", as: .embedded),
        WrongDeclaration(
            "enum A { case a(Int)\n #if DEBUG\n case b\n #endif\n }", "#if", as: .embedded),
        WrongDeclaration("struct A<T> { var a: Int }", "generic struct"),
        WrongDeclaration("enum B<T> { struct A { var a: Int } }", "inside of a generic type"),
        WrongDeclaration(
            "enum B { private struct A { var a: Int } }", "fileprivate",
            fixed: "enum B { fileprivate struct A { var a: Int } }"),
        WrongDeclaration(
            "enum C { private enum B { struct A { var a: Int } } }", "fileprivate"),
        WrongDeclaration("struct A { #if DEBUG\n var a: Int\n #endif\n }", "#if"),
        WrongDeclaration("struct A { #if DEBUG\n init() {}\n #endif\n }", "#if"),
        WrongDeclaration("struct A { static var a = 1 }", "needs a stored", as: .embedded),
        WrongDeclaration(
            "struct A { @Attribute(.transformed(by: T.t, keepsEquality: false)) let id: Int }",
            "found by its id"),
        WrongDeclaration(
            "struct A { @Attribute(.transformed(by: .utf8, .lz4)) var id: String }",
            "found by its id"),
        WrongDeclaration(
            "struct A { @Attribute(.transformed(by: Transformer(transform: f, reverse: g)))"
                + " var a: Int }",
            "without a name"),
        WrongDeclaration(
            "struct A { @Attribute(.transformed(by: .utf8, Transformer<B, C>(transform: f,"
                + " reverse: g))) var a: Int }",
            "without a name"),
        WrongDeclaration("struct A { #Index<A>(paths); var a: Int }", "lists of key paths"),
        WrongDeclaration("struct A { #Index<A>([a]); var a: Int }", "lists of key paths"),
        WrongDeclaration(
            "struct A { #Index<B>([\\.a]); var a: Int }", "#Index<A>",
            fixed: "struct A { #Index<A>([\\.a]); var a: Int }"),
        WrongDeclaration(
            "struct A { #Unique<B>([\\.a]); var a: Int }", "#Unique<A>",
            fixed: "struct A { #Unique<A>([\\.a]); var a: Int }"),
    ]

    static let properties = [
        WrongDeclaration("struct A { lazy var a: Int = 1 }", "'a' is lazy"),
        WrongDeclaration(
            "struct A { let a: Int = 1 }", "'a' is a constant with a value",
            fixed: "struct A { var a: Int = 1 }"),
        WrongDeclaration(
            "struct A { var a = [1] }", "'a' needs its type",
            fixed: "struct A { var a: <#Type#> = [1] }"),
        WrongDeclaration("struct A { var a = Date.now }", "'a' needs its type"),
        WrongDeclaration("struct A { var a = make() }", "'a' needs its type"),
        WrongDeclaration(
            "struct A { @Transient var a: Int }", "'a' is not stored",
            fixed: "struct A { @Transient var a: Int = <#value#> }"),
        WrongDeclaration("struct A { @Transient let a: Int? }", "'a' is not stored"),
        WrongDeclaration("struct A { var (a, b) = (1, 2) }", "by itself"),
        WrongDeclaration("struct A { @Published var a: Int }", "'@Published'"),
        WrongDeclaration("struct A { @Attribute(.unique) var a: Int { 1 } }", "'a' is not a"),
        WrongDeclaration("struct A { @Transient static var a = 1 }", "'a' is not a"),
        WrongDeclaration("struct A { @Attribute() @Transient var a = 1 }", "'a' cannot be"),
        WrongDeclaration("struct A { var id: Int { 1 } }", "'id' must be"),
        WrongDeclaration(
            "struct A { @Attribute(.id) var a: Int; var id: Int { a } }", "the macro writes 'id'"),
        WrongDeclaration(
            "struct A { let id: Int; @Attribute(.id) var a: Int }", "an object has one id"),
        WrongDeclaration(
            "struct A { @Attribute(.id) var a = 1; @Attribute(.id) var b = 2 }",
            "'a' is it already"),
        WrongDeclaration(
            "struct A { @Attribute(.id, .transformed(by: .lz4)) let a: Data }",
            "'a' is the id and has"),
        WrongDeclaration("struct A { @Transient var id = 1 }", "'id' must be"),
        WrongDeclaration("struct A { @Attribute(.unique) var a: Int }", "'a'", as: .embedded),
        WrongDeclaration(
            "struct A { @Attribute(.unique) var a: Int }", "#Unique<Entity>([\\.property.a])",
            as: .embedded),
        WrongDeclaration(
            "struct A { @Attribute(.indexed) var a: Int }", "#Index<Entity>([\\.property.a])",
            as: .embedded),
        WrongDeclaration(
            "struct A { @Attribute(.length(1...2)) var a: String }", ".validated(by:)",
            as: .embedded),
        WrongDeclaration(
            "struct A { @Attribute(.originalName(\"b\")) var a: String }",
            "give the stored name with .named", as: .embedded),
        WrongDeclaration(
            "struct A { #Unique<A>([\\.a], where: { $0.a > 1 }); var a: Int }",
            "where: A.isLive"),
        WrongDeclaration(
            "struct A { @Attribute(.columnar) var a: Int }",
            "only .named and .transformed have a meaning", as: .embedded),
        WrongDeclaration(
            "struct A { var a: Int?? }", "'a' is an optional of an optional",
            fixed: "struct A { var a: Int? }"),
        WrongDeclaration("struct A { var a: (Int?)? }", "'a' is an optional of an optional"),
        WrongDeclaration(
            "struct A { var a: Int! }", "'a' may be missing",
            fixed: "struct A { var a: Int? }"),
        WrongDeclaration("struct A { var a: (Int, Int) }", "'a' is a tuple"),
        WrongDeclaration("struct A { var a: [String: (x: Int, y: Int)]? }", "'a' is a tuple"),
        WrongDeclaration("struct A { var a: @Sendable () -> Void }", "'a' is a function"),
        WrongDeclaration("struct A { var a: (() -> Void)? }", "'a' is a function"),
        WrongDeclaration("struct A { var a: any Equatable }", "'a' has no single type"),
        WrongDeclaration("struct A { var `init`: Int }", "`init` cannot be used"),
    ]

    static let relationships = [
        WrongDeclaration(
            #"struct A { @Relationship(inverse: \B.a) var bs: [Ref<B>] }"#,
            "'bs' is the other side of a reference"),
        WrongDeclaration(
            #"struct A { @Relationship(inverse: \B.a) let bs: ToMany<B> }"#, "make it var"),
        WrongDeclaration(
            #"struct A { @Relationship(inverse: \B.a) var bs: ToMany<B> = x }"#,
            "without a value"),
        WrongDeclaration(
            "struct A { @Relationship(inverse: path) var bs: ToMany<B> }",
            #"needs the key path of a reference: inverse: \B.owner"#),
        WrongDeclaration(
            #"struct A { @Attribute() @Relationship(inverse: \B.a) var bs: ToMany<B> }"#,
            "'bs' is not a stored property"),
        WrongDeclaration("struct A { var bs: ToMany<B> }", "is derived from a reference"),
        WrongDeclaration(
            "struct A { @Relationship(.nullify) var b: Ref<B> }", "make it optional",
            fixed: "struct A { @Relationship(.nullify) var b: Ref<B>? }"),
        WrongDeclaration("struct A { @Relationship(.deny) var b: Int { 1 } }", "'b' is not a"),
        WrongDeclaration(
            "struct A { @Relationship(.deny) @Transient var b: Ref<B>? }", "'b' cannot be"),
        WrongDeclaration(
            "struct A { @Relationship(.deny) var b: Ref<B> }", "'b'", as: .embedded),
    ]

    static let derived = [
        WrongDeclaration(
            "struct A { var a: Int; @Derived var b: Int = 1 }", "'b' is not a computed"),
        WrongDeclaration("struct A { var a: Int; @Derived let b: Int }", "'b' is not a computed"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived static var b: Int { 1 } }", "'b' is not a computed"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived @Attribute(.indexed) var b: Int { 1 } }",
            "put the options into @Derived(...)"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived @Transient var b: Int { 1 } }",
            "'b' cannot be @Derived"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived(.transformed(by: .json)) var b: Int { 1 } }",
            "compute the value that they would make"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived var b: (Int, Int) { (1, 2) } }", "'b' is a tuple"),
        WrongDeclaration(
            "struct A { var a: Int; @Derived var b: Int { 1 } }", "'b'", as: .embedded),
    ]
}

@Suite struct ProblemTests {
    @Test(
        arguments: WrongDeclaration.structs + WrongDeclaration.properties
            + WrongDeclaration.relationships + WrongDeclaration.derived)
    func `a problem is reported once, with advice and a fix if possible`(
        _ wrong: WrongDeclaration
    ) throws {
        let source = Source(wrong.text)
        let outcome = try #require(source.parsed(as: wrong.kind))
        #expect(outcome.declaration == nil)
        #expect(outcome.problems.count == 1)
        let problem = try #require(outcome.problems.first)
        #expect(problem.message.contains(wrong.fragment), "\(problem.message)")
        if let fixed = wrong.fixed { #expect(source.fixed(problem) == fixed) }
    }

    @Test func `all problems of a struct are reported together`() throws {
        let outcome = try #require(Source("struct A { let a = 1; var b: Int?? }").parsed())
        #expect(outcome.problems.count == 2)
    }
}
