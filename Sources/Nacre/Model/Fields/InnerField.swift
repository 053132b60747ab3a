/// A part of an attribute's value in filters: the count of a collection, the value of a
/// dictionary's key, an element.
///
/// ```swift
/// let known = City.where { $0.names["de"] == "Wien" && $0.tags.count > 2 }
/// let good = City.where { $0.scores.contains { $0 > 8 && $0 < 9 } }
/// let open = City.where { $0.museums.contains { $0.name == "Munch" && $0.visitors > 1000 } }
/// ```
@dynamicMemberLookup
public struct InnerField<Root, Value>: FilterableField {
    /// The subject of the tests.
    public let filterSubject: FilterSubject

    init(_ subject: FilterSubject) { filterSubject = subject }
}

/// The root type of filters of a single element. It restricts the filter for a `Collection` of
/// `Owner` to the element. It has no values.
public enum ElementOf<Owner, Collection> {}
