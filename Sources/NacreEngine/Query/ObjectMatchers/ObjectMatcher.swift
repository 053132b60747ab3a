/// The condition of a filter, evaluated separately for each object. It follows the filter's paths
/// and braces from an object to others. Each object that it has reached has a place of its own, so
/// inner braces can refer to outer objects.
///
/// These are nested loops. They are as fast as an index would be, because they visit only the
/// objects that an object refers to or is referred to by. Not thread-safe.
protocol ObjectMatcher: AnyObject {
    /// Returns whether the test holds.
    /// - Parameter objects: The objects, by place. The first one is the object to test; the others
    ///   are filled in during evaluation. Nil if a reference leads nowhere.
    func holds(_ objects: inout [FoundRecord?]) throws -> Bool
}
