internal import NacreEngine

// `(first...last).contains($0.take)`, of attributes whose stages keep the order of values.

extension ClosedRange where Bound: Sendable {
    /// Holds where an attribute lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound?>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }
}

extension Range where Bound: Sendable {
    /// Holds where an attribute lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound?>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }
}

extension PartialRangeFrom where Bound: Sendable {
    /// Holds where an attribute lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound]) { .range($0, .from($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound?>) -> Filter<Root> {
        field.stagedCoding.order([lowerBound]) { .range($0, .from($1[0])) }
    }
}

extension PartialRangeThrough where Bound: Sendable {
    /// Holds where an attribute lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound>) -> Filter<Root> {
        field.stagedCoding.order([upperBound]) { .range($0, .through($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound?>) -> Filter<Root> {
        field.stagedCoding.order([upperBound]) { .range($0, .through($1[0])) }
    }
}

extension PartialRangeUpTo where Bound: Sendable {
    /// Holds where an attribute lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound>) -> Filter<Root> {
        field.stagedCoding.order([upperBound]) { .range($0, .upTo($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<Root: Entity>(_ field: OrderedField<Root, Bound?>) -> Filter<Root> {
        field.stagedCoding.order([upperBound]) { .range($0, .upTo($1[0])) }
    }
}
