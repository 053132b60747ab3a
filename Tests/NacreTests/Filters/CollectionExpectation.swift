import Nacre
import NacreTestSupport

/// Random tests on the contents of collections, compared with Swift's own.
extension Entity where Fields == KeyPathFields<Self> {
    /// Makes tests of elements by equality, and of their number.
    static func elements<Value: ElementsValue & Collection & SendableMetatype>(
        _ path: Path<Self, Value>
    ) -> Expectations<Self>
    where Value.Element: SingleValue & Equatable & Sampled, Value.Count == Int {
        let field = field(path)
        return Generator { choices throws(Rejection) in
            let value: Value.Element = try choices.sample()
            let other: Value.Element = try choices.sample()
            switch try choices.draw(upTo: 5) {
            case 0:
                return Expectation(filter: field.contains(value)) { object in
                    object[keyPath: path].contains { $0 == value }
                }
            case 1:
                return Expectation(filter: field.contains { $0 != value && $0 != other }) {
                    $0[keyPath: path].contains { $0 != value && $0 != other }
                }
            case 2:
                return Expectation(filter: field.allSatisfy { $0 == value || $0.isIn([other]) }) {
                    $0[keyPath: path].allSatisfy { $0 == value || $0 == other }
                }
            default: return try choices.draw(count(field) { $0[keyPath: path].count })
            }
        }
    }

    /// Makes tests of elements by order.
    static func orderedElements<Value: ElementsValue & Collection & SendableMetatype>(
        _ path: Path<Self, Value>
    ) -> Expectations<Self>
    where Value.Element: Storable & Comparable & Sampled, Value.Element.StoredEnd: Comparable {
        let field = field(path)
        return Generator { choices throws(Rejection) in
            let value: Value.Element = try choices.sample()
            let place = value.inOrder
            let (lower, upper) = try Value.Element.bounds(value, try choices.sample())
            let (low, high) = (lower.inOrder, upper.inOrder)
            switch try choices.draw(upTo: 2) {
            case 0:
                return Expectation(filter: field.contains { $0 < value }) {
                    $0[keyPath: path].contains { $0.inOrder < place }
                }
            case 1:
                return Expectation(filter: field.allSatisfy { $0 >= lower && !($0 > upper) }) {
                    $0[keyPath: path].allSatisfy { $0.inOrder >= low && !($0.inOrder > high) }
                }
            default:
                return Expectation(filter: field.contains { (lower...upper).contains($0) }) {
                    $0[keyPath: path].contains { (low...high).contains($0.inOrder) }
                }
            }
        }
    }

    /// Makes tests of the number of elements.
    private static func count<Value: CollectionValue & SendableMetatype>(
        _ field: Field<Self, Value>, _ read: @escaping @Sendable (Self) -> Int
    ) -> Expectations<Self> where Value.Count == Int {
        Generator { choices throws(Rejection) in
            let number = try choices.draw(Generator<Int>.integer(in: 0...3))
            switch try choices.draw(upTo: 4) {
            case 0: return Expectation(filter: field.isEmpty) { read($0) == 0 }
            case 1: return Expectation(filter: field.count == number) { read($0) == number }
            case 2: return Expectation(filter: field.count > number) { read($0) > number }
            case 3:
                return Expectation(filter: (1...3).contains(field.count)) {
                    (1...3).contains(read($0))
                }
            default:
                return Expectation(filter: field.count.isIn([0, 2])) { [0, 2].contains(read($0)) }
            }
        }
    }

    /// Makes tests of the values of keys.
    static func members<Key: Storable & Hashable & Sampled, Member: Storable & Equatable & Sampled>(
        _ path: Path<Self, [Key: Member]>
    ) -> Expectations<Self> where Key.StoredEnd: ExactKey {
        let field = field(path)
        return Generator { choices throws(Rejection) in
            let key: Key = try choices.sample()
            let value: Member? = try choices.sample()
            switch try choices.draw(upTo: 5) {
            case 0:
                return Expectation(filter: field[key] == value) { $0[keyPath: path][key] == value }
            case 1:
                return Expectation(filter: field[key] != value) { $0[keyPath: path][key] != value }
            case 2: return Expectation(filter: field[key] != nil) { $0[keyPath: path][key] != nil }
            case 3: return Expectation(filter: field.hasKey(key)) { $0[keyPath: path][key] != nil }
            case 4:
                guard let value else { throw Rejection() }
                return Expectation(filter: field.values.contains(value)) {
                    $0[keyPath: path].values.contains(value)
                }
            default: return try choices.draw(count(field) { $0[keyPath: path].count })
            }
        }
    }
}
