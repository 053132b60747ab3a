internal import NacreEngine

// `(1...5).contains($0.rank)`. On each range type, not on RangeExpression: a range of integers is a
// Sequence too, and the two would be ambiguous.

extension ClosedRange where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Holds where an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }
}

extension Range where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Holds where an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }
}

extension PartialRangeFrom where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Holds where an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound]) { .range($0, .from($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound]) { .range($0, .from($1[0])) }
    }
}

extension PartialRangeThrough where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Holds where an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([upperBound]) { .range($0, .through($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([upperBound]) { .range($0, .through($1[0])) }
    }
}

extension PartialRangeUpTo where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Holds where an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([upperBound]) { .range($0, .upTo($1[0])) }
    }

    /// Holds where an attribute is there and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([upperBound]) { .range($0, .upTo($1[0])) }
    }
}
