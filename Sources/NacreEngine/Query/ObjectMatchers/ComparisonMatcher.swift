internal import NacreFormat

/// A comparison of two attributes, each of any of the matcher's objects.
final class ComparisonMatcher: ObjectMatcher {
    /// One side of the comparison.
    struct Side {
        /// The place of the object at which the path begins.
        let place: Int
        let reader: PathReader

        func value(_ objects: [FoundRecord?]) throws -> Value {
            guard let found = objects[place] else { return .null }
            return try reader.value(of: found)
        }
    }

    private let first: Side
    private let comparison: ComparisonOperator
    private let second: Side

    init(_ first: Side, _ comparison: ComparisonOperator, _ second: Side) {
        self.first = first
        self.comparison = comparison
        self.second = second
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        comparison.holds(try first.value(objects), try second.value(objects))
    }
}
