internal import NacreEngine

// Filters of the form `(first...last).contains($0.take)`, for attributes whose stages keep the
// order of values.

extension ClosedRange where Bound: Sendable {
    /// Matches if an attribute lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound?, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .closed($1[0], $1[1])) }
    }
}

extension Range where Bound: Sendable {
    /// Matches if an attribute lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound?, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound, upperBound]) { .range($0, .halfOpen($1[0], $1[1])) }
    }
}

extension PartialRangeFrom where Bound: Sendable {
    /// Matches if an attribute lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound]) { .range($0, .from($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound?, Tested.Kept: OrderPromise {
        field.stagedCoding.order([lowerBound]) { .range($0, .from($1[0])) }
    }
}

extension PartialRangeThrough where Bound: Sendable {
    /// Matches if an attribute lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound, Tested.Kept: OrderPromise {
        field.stagedCoding.order([upperBound]) { .range($0, .through($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound?, Tested.Kept: OrderPromise {
        field.stagedCoding.order([upperBound]) { .range($0, .through($1[0])) }
    }
}

extension PartialRangeUpTo where Bound: Sendable {
    /// Matches if an attribute lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound, Tested.Kept: OrderPromise {
        field.stagedCoding.order([upperBound]) { .range($0, .upTo($1[0])) }
    }

    /// Matches if an attribute is not nil and lies in the range.
    public func contains<Tested: StagedFilterable>(_ field: Tested) -> Filter<Tested.Root>
    where Tested.Value == Bound?, Tested.Kept: OrderPromise {
        field.stagedCoding.order([upperBound]) { .range($0, .upTo($1[0])) }
    }
}
