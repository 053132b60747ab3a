package import NacreFormat

/// The id, a unique attribute, or several attributes that are unique together. It is made once and
/// used for many objects.
package struct UniqueConstraint: Sendable {
    /// The names of the attributes as one text, for errors.
    package let name: String
    package let attributes: [String]
    private let kind: Kind

    private enum Kind: Sendable {
        case one(UniqueFinder)
        case several(IndexDefinition)
    }

    fileprivate init(_ finder: UniqueFinder) {
        name = finder.name
        attributes = [finder.name]
        kind = .one(finder)
    }

    fileprivate init(_ index: IndexDefinition) {
        name = index.name
        attributes = index.attributes.map(\.name)
        kind = .several(index)
    }

    /// Returns the object that has a draft's values; nil if there is none, or if a value is null.
    fileprivate func holder(
        of draft: RecordBuilder, _ definition: EntityDefinition, in changes: Changes
    ) throws -> FoundRecord? {
        switch kind {
        case .one(let finder):
            let value = try changes.value(finder.ordinal, of: draft, definition)
            return value.isNull ? nil : try changes.find(value, by: finder)
        case .several(let index):
            let values = try index.ordinals.map { ordinal throws(StoreError) in
                try changes.value(ordinal, of: draft, definition)
            }
            // An object that does not match the condition is not compared.
            guard index.keys(of: values, changes.idKey) != .none else { return nil }
            return try changes.find(values, by: index, in: definition)
        }
    }
}

extension EntityDefinition {
    /// Returns the constraint over some attributes, given in any order.
    /// - Parameter attributes: The names of the attributes.
    /// - Throws: `schemaMismatch` if they are not unique, `unknownAttribute`.
    package func constraint(over attributes: [String]) throws(StoreError) -> UniqueConstraint {
        let names = Set(attributes)
        let index = indexes.first {
            $0.isUnique && $0.kind != .unique && Set($0.attributes.map(\.name)) == names
        }
        if attributes.count == 1, index == nil {
            return UniqueConstraint(try finder(of: attributes[0]))
        }
        if let index { return UniqueConstraint(index) }
        throw StoreError(
            .schemaMismatch,
            "'\(attributes.joined(separator: ", "))' of '\(schema.name)' are not unique together."
                + " Declare them so, or name attributes that are unique together.")
    }
}

extension Changes {
    /// Returns the object that has the values of a draft; nil if there is none, or if a value is
    /// null.
    /// - Parameter constraint: A constraint of this definition.
    package func holder(
        of draft: RecordBuilder, by constraint: UniqueConstraint, _ definition: EntityDefinition
    ) throws -> FoundRecord? {
        try constraint.holder(of: draft, definition, in: self)
    }
}
