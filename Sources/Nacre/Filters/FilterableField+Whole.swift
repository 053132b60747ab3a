extension FilterableField where Value: WholeValue & Equatable {
    /// Holds where the value equals another one: where all that stands in it does, compared as
    /// filters compare it one by one. Of an enum that is the same case that carries the same:
    /// `$0.state == .left(reason: "moved")`. Nil equals only nil. Of an object by value in it the
    /// id decides.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        field.filterSubject.equality(to: value)
    }

    /// Holds where anything in the value differs from another one.
    public static func != (field: Self, value: Value) -> Filter<Root> { !(field == value) }
}
