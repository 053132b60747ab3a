public import Foundation
internal import NacreEngine

extension Filter where Root: Entity {
    /// Converts a Foundation predicate, as far as it is supported:
    ///
    /// ```swift
    /// let big = try Filter(#Predicate<City> { $0.population > 1_000_000 && $0.country != "NO" })
    /// ```
    /// Supported are comparisons with values and of two attributes, `&&`, `||`, `!`, `nil`, `??`
    /// with a value, ranges, `contains` and `starts(with:)` of strings, `contains`, `allSatisfy`,
    /// `count` and `isEmpty` of collections, keys of dictionaries, and any expression that can be
    /// computed without an object. Not supported are arithmetic with attributes, properties of
    /// embedded structs, and operations that depend on a language. Filters made of fields can do
    /// more; use this initializer for existing predicates. A filter that this initializer returns
    /// can be evaluated.
    /// - Parameter predicate: A predicate of the entity.
    /// - Throws: ``StoreError`` with `invalidValue`, which names the unsupported expression.
    public init(_ predicate: Predicate<Root>) throws(StoreError) {
        let converter = PredicateConverter(Root.self, predicate.variable.key)
        do {
            let filter = try converter.filter(predicate.expression)
            // Values that only a store can encode are checked there.
            if !filter.isDeferred {
                let schema = try EntityModel(Root.self).schema
                _ = try BoundFilter(filter, schema: schema, entities: Root.entities)
            }
            self.init(filter)
        } catch let error as StoreError {
            throw error
        } catch let error as PredicateConverter.Unsupported {
            throw StoreError(
                .invalidValue,
                "The predicate cannot be converted: \(error.reason). Write a filter with fields.")
        } catch {
            throw StoreError(
                .invalidValue, "The predicate cannot be converted: \(ErrorText.reason(error)).")
        }
    }
}
