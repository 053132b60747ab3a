package import NacreFormat

/// The number of objects for which a test must hold, spelled as the methods of Swift's sequences.
package enum Quantifier: Sendable, Hashable {
    case any
    /// Each object. Holds if there are none.
    case all
    case count(ComparisonOperator, Int64)

    /// - Parameter method: The name of a method without a comparison after its braces.
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

    /// Whether it holds if the number of objects is nil, since no object exists that could have
    /// any.
    var holdsForNil: Bool {
        if case .count(.notEqual, _) = self { true } else { false }
    }
}

/// The objects of an entity that refer to an object: the reverse direction of a reference.
package struct Referrers: Sendable, Hashable {
    package let entity: String
    /// The reference, or the array of references.
    package let attribute: String

    package init(_ entity: String, by attribute: String) {
        self.entity = entity
        self.attribute = attribute
    }

    package enum Condition: Sendable, Hashable {
        case objects(Quantifier, FilterExpression)
        /// A comparison of the number of these objects.
        case count(ComparisonOperator, Int64)
    }
}

extension Referrers {
    /// Returns a query for the objects that refer to at least one of several objects.
    /// - Parameters:
    ///   - ids: The ids of these objects, all of one type.
    ///   - schema: The entity that refers to them.
    package func query(for ids: [Value], of idType: StoredType, in schema: StoredSchema) -> Query {
        let reference = schema.attributes.first { $0.name == attribute }
        let ids = ids.filter { reference?.takesReference($0) == true }
        let isList = reference?.isListOfReferences == true
        let set = ObjectSet(
            ids, of: idType, answering: .reference(attribute, .all),
            quantifier: isList ? .any : nil)
        return Query(entity: entity, filter: ids.isEmpty ? .none : .among(attribute, set))
    }
}
