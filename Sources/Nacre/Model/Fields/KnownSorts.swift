internal import Synchronization

/// A cache of the sorts that key paths such as `\.population.descending` lead to. Evaluating a key
/// path takes as long as reading an object, and a key path literal in a program yields the same
/// instance each time.
@usableFromInline
enum KnownSorts {
    private static let contents = Mutex<[ObjectIdentifier: Known]>([:])
    /// Maximum number of cached sorts. Key paths through references or in generic code are new
    /// instances each time, so their entries are never used again. When the cache is full, it is
    /// cleared, and the useful entries soon return.
    private static let countMax = 256

    private struct Known: @unchecked Sendable {
        // SAFETY: only retained, so that no other key path gets its address.
        let path: AnyKeyPath
        let content: SortContent
    }

    /// Returns the sort of a key path.
    /// - Parameter make: Evaluates the key path.
    @usableFromInline
    static func content(of path: AnyKeyPath, _ make: () -> SortContent) -> SortContent {
        let id = ObjectIdentifier(path)
        if let known = contents.withLock({ $0[id]?.content }) { return known }
        let new = Known(path: path, content: make())
        contents.withLock { contents in
            if contents.count == countMax { contents.removeAll(keepingCapacity: true) }
            contents[id] = new
        }
        return new.content
    }
}
