public import Foundation
internal import NacreEngine

extension Filter where Root: Entity {
    /// Converts a predicate of Foundation, as far as it has a meaning here:
    ///
    /// ```swift
    /// let big = try Filter(#Predicate<City> { $0.population > 1_000_000 && $0.country != "NO" })
    /// ```
    /// Comparisons with values and of two attributes, `&&`, `||`, `!`, `nil`, `??` with a value,
    /// ranges, `contains` and `starts(with:)` of strings, `contains`, `allSatisfy`, `count` and
    /// `isEmpty` of collections, keys of dictionaries, and whatever can be computed without an
    /// object. It has no meaning for arithmetic with attributes, for properties of embedded structs
    /// and for what depends on a language. Filters made of fields can do more; this is for
    /// predicates that are there already.
    /// - Parameter predicate: of the entity.
    /// - Throws: ``StoreError`` with `invalidValue` that names the expression which has no meaning
    ///   here. A filter that is made can be fetched by.
    public init(_ predicate: Predicate<Root>) throws(StoreError) {
        let converter = PredicateConverter(Root.self, predicate.variable.key)
        do {
            let filter = try converter.filter(predicate.expression)
            let schema = try EntityModel(Root.self).schema
            _ = try BoundFilter(filter, schema: schema, entities: Root.entities)
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
