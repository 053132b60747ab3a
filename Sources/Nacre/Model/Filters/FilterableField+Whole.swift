extension FilterableField where Value: WholeValue & Equatable {
    /// Matches if the value equals another one: if all of its parts are equal, each compared as
    /// filters compare it. An enum value matches if its case and the values it carries are equal:
    /// `$0.state == .left(reason: "moved")`. Nil equals only nil. Objects held by value in it are
    /// compared by id.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.equality(to: value)
    }

    /// Matches if any part of the value differs from another value.
    public static func != (field: Self, value: Value) -> Filter<Root> { !(field == value) }
}
