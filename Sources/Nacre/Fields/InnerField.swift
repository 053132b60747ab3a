/// What stands inside of an attribute's value, as filters see it: the count of a collection, the
/// value of a dictionary's key, an element.
///
/// ```swift
/// let known = City.where { $0.names["de"] == "Wien" && $0.tags.count > 2 }
/// let good = City.where { $0.scores.contains { $0 > 8 && $0 < 9 } }
/// let open = City.where { $0.museums.contains { $0.name == "Munch" && $0.visitors > 1000 } }
/// ```
@dynamicMemberLookup
public struct InnerField<Root, Value>: FilterableField {
    /// What is tested.
    public let filterSubject: FilterSubject

    init(_ subject: FilterSubject) { filterSubject = subject }
}

/// What a filter of a single element is of: a filter of a `Collection` of `Owner` cannot ask
/// anything else. There are no values of it.
public enum ElementOf<Owner, Collection> {}
