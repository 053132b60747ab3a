public import NacreEngine

/// The outcome of adding many objects, some of which may have failed.
public struct InsertReport<Owner: Entity>: Sendable {
    /// One object that was not added.
    public struct Failure: Sendable {
        /// The position of the object in the sequence, from 0 up.
        public let position: Int
        /// The object.
        public let object: Owner
        /// The reason why it was not added.
        public let error: StoreError
    }

    /// The number of objects that were added.
    public internal(set) var insertedCount = 0
    /// The number of objects that failed.
    public internal(set) var failureCount = 0
    /// The first failures, as many as were to be kept.
    public internal(set) var failures: [Failure] = []
}

/// The behavior of a call for many objects if one of them fails.
public struct InsertErrorPolicy: Sendable, Hashable {
    /// The maximum number of failures to keep.
    package let keptMax: Int

    /// Leaves out objects that fail, and gathers the first thousand failures. All are counted.
    public static let collect = InsertErrorPolicy(keptMax: 1000)

    /// Leaves out objects that fail, and gathers the first failures. All are counted.
    /// - Parameter count: The maximum number of failures to keep with their objects, 0 or more.
    public static func collect(upTo count: Int) -> InsertErrorPolicy {
        InsertErrorPolicy(keptMax: max(0, count))
    }
}
