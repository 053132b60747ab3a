internal import NacreEngine
internal import NacreFormat

extension FilterableField where Value: SingleValue & Equatable {
    /// Holds where the attribute equals a value; nil equals only nil.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .equal, $1[0]) }
    }

    /// Holds where the attribute differs from a value.
    public static func != (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.filter([value]) { .comparison($0, .notEqual, $1[0]) }
    }

    /// Holds where the attribute equals one of some values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        filterSubject.filter(Array(values)) { .membership($0, $1) }
    }
}

extension Sequence where Element: SingleValue & Equatable {
    /// Holds where an attribute equals one of the elements.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Element {
        field.isIn(self)
    }
}

// Optionals of embedded structs, and of collections without an equality, can be compared with nil
// only.

extension Field where Root: Entity {
    /// Holds where the attribute is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.filter([], of: field.optionalOwner ?? field.fieldPath) { name, _ in
            .comparison(name, .equal, .null)
        }
    }

    /// Holds where the attribute is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        field.filter([], of: field.optionalOwner ?? field.fieldPath) { name, _ in
            .comparison(name, .notEqual, .null)
        }
    }
}

extension TransformedField where Root: Entity, Value: SingleValue & Equatable {
    /// Holds where the attribute equals a value: where both are stored equally.
    @_disfavoredOverload
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.filter([value]) { .comparison($0, .equal, $1[0]) }
    }

    /// Holds where the attribute differs from a value.
    @_disfavoredOverload
    public static func != (field: Self, value: Value) -> Filter<Root> {
        field.filter([value]) { .comparison($0, .notEqual, $1[0]) }
    }

    /// Holds where the attribute equals one of some values.
    public func isIn(_ values: some Sequence<Value>) -> Filter<Root> {
        filter(Array(values)) { .membership($0, $1) }
    }

    private func filter(
        _ values: [Value], _ make: (String, [StoredForm]) -> NacreEngine.Filter
    ) -> Filter<Root> {
        if let comparisonProblem { return Filter(.none, problem: comparisonProblem) }
        return Filter(
            attribute: fieldPath, { try values.map { try storedValue(of: $0) } }, make)
    }
}

extension OpaqueField where Root: Entity {
    /// Holds where the attribute is nil.
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        Filter(of: field, .equal)
    }

    /// Holds where the attribute is not nil.
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        Filter(of: field, .notEqual)
    }
}

extension TransformedField where Root: Entity {
    /// Holds where the attribute is nil.
    @_disfavoredOverload
    public static func == <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        Filter(of: field, .equal)
    }

    /// Holds where the attribute is not nil.
    @_disfavoredOverload
    public static func != <Wrapped>(
        field: Self, nothing: _OptionalNilComparisonType
    ) -> Filter<Root> where Value == Wrapped? {
        Filter(of: field, .notEqual)
    }
}

extension Filter where Root: Entity {
    /// A comparison with nil of an attribute with stages, none of which sees nil.
    fileprivate init(
        of field: some FieldProtocol & CheckedField, _ comparison: ComparisonOperator
    ) {
        if let problem = field.problem {
            self.init(.none, problem: problem)
        } else {
            self.init(attribute: field.fieldPath, { [] }) { name, _ in
                .comparison(name, comparison, .null)
            }
        }
    }
}
