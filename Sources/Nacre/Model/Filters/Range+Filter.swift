internal import NacreEngine

// Filters of the form `(1...5).contains($0.rank)`. Declared on each range type, not on
// `RangeExpression`: a range of integers is a `Sequence` too, and the two methods would be
// ambiguous.

extension ClosedRange where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Matches if an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }
}

extension Range where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Matches if an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }
}

extension PartialRangeFrom where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Matches if an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([lowerBound]) { .range($0, .from($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([lowerBound]) { .range($0, .from($1[0])) }
    }
}

extension PartialRangeThrough where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Matches if an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([upperBound]) { .range($0, .through($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([upperBound]) { .range($0, .through($1[0])) }
    }
}

extension PartialRangeUpTo where Bound: Storable, Bound.StoredEnd: Comparable {
    /// Matches if an attribute lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound {
        field.filterSubject.filter([upperBound]) { .range($0, .upTo($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<F: FilterableField>(_ field: F) -> Filter<F.Root>
    where F.Value == Bound? {
        field.filterSubject.filter([upperBound]) { .range($0, .upTo($1[0])) }
    }
}
