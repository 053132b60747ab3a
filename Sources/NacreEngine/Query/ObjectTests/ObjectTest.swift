/// A question that each object answers for itself: compiled from a filter, for one object after
/// another. It goes from an object to others as the filter's paths and braces do, and what it has
/// come to by then are the objects of the test, each at a place of its own: so it knows in inner
/// braces what stands outside.
///
/// Nested loops, then; that is as fast as an index would be, since only those objects are looked at
/// that an object refers to or is referred to by. Not thread-safe.
protocol ObjectTest: AnyObject {
    /// - Parameter objects: by place; the first one is the object that is asked, the others are
    ///   filled in on the way. Nil where a reference leads nowhere.
    func holds(_ objects: inout [FoundRecord?]) throws -> Bool
}
