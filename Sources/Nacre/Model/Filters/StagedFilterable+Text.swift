internal import NacreEngine

// Tests of text whose stages keep its parts. The argument goes through the same stages, so it has
// the type of the attribute.

extension StagedFilterable where Kept: TextPromise {
    /// Matches if the text begins with that of a value.
    /// - Parameter prefix: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func hasPrefix(_ prefix: Value) -> Filter<Root> {
        stagedCoding.text(.hasPrefix, prefix)
    }

    /// Matches if the text ends with that of a value.
    /// - Parameter suffix: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func hasSuffix(_ suffix: Value) -> Filter<Root> {
        stagedCoding.text(.hasSuffix, suffix)
    }

    /// Matches if the text contains that of a value.
    /// - Parameter part: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func contains(_ part: Value) -> Filter<Root> { stagedCoding.text(.contains, part) }

    /// Matches if the text is not nil and begins with that of a value.
    /// - Parameter prefix: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func hasPrefix<Wrapped>(_ prefix: Wrapped) -> Filter<Root> where Value == Wrapped? {
        stagedCoding.text(.hasPrefix, prefix)
    }

    /// Matches if the text is not nil and ends with that of a value.
    /// - Parameter suffix: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func hasSuffix<Wrapped>(_ suffix: Wrapped) -> Filter<Root> where Value == Wrapped? {
        stagedCoding.text(.hasSuffix, suffix)
    }

    /// Matches if the text is not nil and contains that of a value.
    /// - Parameter part: The value. If the stages refuse it, fetching throws `invalidValue`.
    public func contains<Wrapped>(_ part: Wrapped) -> Filter<Root> where Value == Wrapped? {
        stagedCoding.text(.contains, part)
    }
}
