internal import NacreEngine
internal import NacreFormat

extension FilterableField where Value: SingleValue & Equatable {
    /// Matches if the attribute equals a value; nil equals only nil.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .equal, $1[0]) }
    }

    /// Matches if the attribute differs from a value.
    public static func != (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .notEqual, $1[0]) }
    }

    /// Matches if the attribute equals one of several values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        filterSubject.filter(Array(values)) { .membership($0, $1) }
    }
}

extension Sequence where Element: SingleValue & Equatable {
    /// Matches if an attribute equals one of the elements.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Element {
        field.isIn(self)
    }
}

// Optional embedded structs, and optional collections that are not equatable, can only be compared
// with nil.

extension Field where Root: Entity {
    /// Matches if the attribute is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.filter([], of: field.optionalOwner ?? field.fieldPath) { name, _ in
            .comparison(name, .equal, .null)
        }
    }

    /// Matches if the attribute is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.filter([], of: field.optionalOwner ?? field.fieldPath) { name, _ in
            .comparison(name, .notEqual, .null)
        }
    }
}
