import NacreFormat

/// One test of a compiled filter and where to go on after it. Steps only lead to steps with lower
/// numbers or to an end, so evaluation ends, and without recursion.
///
/// Steps hold no references, so that reading one counts none: literals of variable size stand in
/// ``MatchLiterals`` and are named by number.
struct MatchStep: Sendable {
    let test: MatchTest
    let onTrue: MatchTarget
    let onFalse: MatchTarget
}

/// Where evaluation goes on: the number of a step, or one of the two ends.
struct MatchTarget: Sendable, Equatable {
    let step: Int

    static let accept = MatchTarget(step: -1)
    static let reject = MatchTarget(step: -2)
}

/// What a step asks of a record. All but `isNull`, `converted` and `pair` are only asked of values
/// that are not null.
enum MatchTest: Sendable {
    case isNull(offset: Int, mask: UInt8)
    case integer(IntegerSlot, ClosedRange<Int64>)
    case integerInList(IntegerSlot, list: Int)
    case number(NumberSlot, ComparisonOperator, Double)
    case uuid(Slot, ComparisonOperator, literal: Int)
    case uuidInList(Slot, list: Int)
    case decimal(Slot, ComparisonOperator, literal: Int)
    case data(VariablePlace, ComparisonOperator, literal: Int)
    case arrayEquals(VariablePlace, literal: Int)
    /// Of an array of references: whether they are among those that were found.
    case elements(VariablePlace, Quantifier, lookup: Int)
    case valueInLookup(ordinal: Int, lookup: Int)
    case textComparison(VariablePlace, ComparisonOperator, literal: Int)
    case textInList(VariablePlace, list: Int)
    case inner(VariablePlace, test: Int)
    /// Of a value that the record has in another form, or is null.
    case converted(ordinal: Int, test: Int)
    /// Of two values, each of which may be null.
    case pair(Int)
    case textTest(VariablePlace, TextTest.Method, TextTest.Options, literal: Int)

    /// Where a scalar stands in a record; the ordinal is for error messages.
    struct Slot: Sendable {
        let offset: Int
        let ordinal: Int
    }

    /// A slot of something that is compared as Int64.
    struct IntegerSlot: Sendable {
        enum Kind: Sendable {
            case bool, int8, int16, int32, int64, uint8, uint16, uint32
            /// Compared with its top bit inverted, which brings UInt64 into the order of Int64.
            case uint64

            /// Nil if the type is not compared as an integer.
            init?(_ type: ScalarType) {
                switch type {
                case .bool: self = .bool
                case .int8: self = .int8
                case .int16: self = .int16
                case .int32: self = .int32
                case .int64: self = .int64
                case .uint8: self = .uint8
                case .uint16: self = .uint16
                case .uint32: self = .uint32
                case .uint64, .objectID: self = .uint64
                case .float, .double, .date, .uuid, .decimal: return nil
                }
            }
        }

        let slot: Slot
        let kind: Kind

        /// Nil if the type is not compared as an integer.
        init?(_ slot: Slot, _ type: ScalarType) {
            guard let kind = Kind(type) else { return nil }
            self.slot = slot
            self.kind = kind
        }

        static func order(_ number: UInt64) -> Int64 { Int64(bitPattern: number ^ (1 << 63)) }
    }

    /// A slot of something that is compared as Double; a float is one exactly.
    struct NumberSlot: Sendable {
        let slot: Slot
        let isFloat: Bool
    }

    /// A value's number among the variable ones.
    struct VariablePlace: Sendable {
        let index: Int
        let ordinal: Int
    }
}
