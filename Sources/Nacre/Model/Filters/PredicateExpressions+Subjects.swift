internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// An expression that is an attribute or a part of its value.
protocol PredicateSubject {
    func subject(by converter: PredicateConverter) throws -> FilterSubject
}

/// An expression that is a variable.
protocol VariableExpression {
    var key: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: VariableExpression {}

extension PredicateExpressions.Variable: PredicateSubject {
    func subject(by converter: PredicateConverter) throws -> FilterSubject {
        try converter.subject(of: key)
    }
}

extension PredicateExpressions.KeyPath: PredicateSubject {
    func subject(by converter: PredicateConverter) throws -> FilterSubject {
        if converter.isObject(root) { return try converter.attribute(keyPath) }
        guard kind == .collectionCount, let type = Root.Output.self as? any CollectionValue.Type
        else {
            throw PredicateConverter.Unsupported(
                reason: "\(keyPath) is not an attribute of the object itself")
        }
        return try converter.whole(root).inner(.count, of: type)
    }
}

extension PredicateExpressions.KeyPath: FilterConvertible where Output == Bool {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        guard kind == .collectionIsEmpty else {
            return try converter.equality(of: subject(by: converter), true)
        }
        if let type = Root.Output.self as? any CollectionValue.Type {
            return try converter.equality(of: converter.whole(root).inner(.count, of: type), 0)
        }
        guard Root.Output.self == String.self else { throw converter.unsupported(self) }
        return try converter.equality(of: converter.subject(root), "")
    }
}

extension PredicateExpressions.DictionaryKeySubscript: PredicateSubject {
    func subject(by converter: PredicateConverter) throws -> FilterSubject {
        guard let type = Wrapped.Output.self as? any (KeyedValue).Type,
            let key = converter.constant(key), let name = try Self.name(of: key)
        else { throw converter.unsupported(self) }
        return try converter.whole(wrapped).inner(.value(ofKey: name), of: type)
    }

    /// Returns the member name of a key, for types whose equal values are stored identically.
    private static func name(of key: Key.Output) throws -> String? {
        switch key {
        case let text as String: text
        case let number as any FixedWidthPrimitive: "\(number)"
        case let number as Int: "\(number)"
        default: nil
        }
    }
}

// Optionals: a path through nil is nil.

extension PredicateExpressions.OptionalFlatMap: PredicateSubject {
    func subject(by converter: PredicateConverter) throws -> FilterSubject {
        let subject = try converter.subject(wrapped)
        return try converter.with(variable.key, as: subject) {
            try converter.subject(transform)
        }
    }
}
