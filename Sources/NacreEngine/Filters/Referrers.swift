package import NacreFormat

/// For how many of several objects a test must hold; spelled as the methods of Swift's sequences.
package enum Quantifier: Sendable, Hashable {
    case any
    /// Also where there are none.
    case all
    case count(ComparisonOperator, Int64)

    /// - Parameter method: that needs nothing behind its braces.
    init?(method: String) {
        switch method {
        case "contains": self = .any
        case "allSatisfy": self = .all
        default: return nil
        }
    }

    static let countMethod = "count"

    var method: String {
        switch self {
        case .any: "contains"
        case .all: "allSatisfy"
        case .count: Self.countMethod
        }
    }

    /// Whether it holds where there are no objects because there is none that could have some:
    /// their number is nil.
    var holdsForNil: Bool {
        if case .count(.notEqual, _) = self { true } else { false }
    }
}

/// The objects of an entity that refer to an object: the other direction of a reference.
package struct Referrers: Sendable, Hashable {
    package let entity: String
    /// The reference, or the array of references.
    package let attribute: String

    package init(_ entity: String, by attribute: String) {
        self.entity = entity
        self.attribute = attribute
    }

    package enum Test: Sendable, Hashable {
        case objects(Quantifier, Filter)
        /// How many there are.
        case count(ComparisonOperator, Int64)
    }
}

extension Referrers {
    /// A query for the objects that refer to one of some others.
    /// - Parameters:
    ///   - ids: of these others, all of one type.
    ///   - schema: of the entity that refers.
    package func query(for ids: [Value], of idType: StoredType, in schema: EntitySchema) -> Query {
        let reference = schema.attributes.first { $0.name == attribute }
        let ids = ids.filter { reference?.takesReference($0) == true }
        let isList = reference?.isListOfReferences == true
        let set = ObjectSet(
            ids, of: idType, answering: .reference(attribute, .all),
            quantifier: isList ? .any : nil)
        return Query(entity: entity, filter: ids.isEmpty ? .none : .among(attribute, set))
    }
}
