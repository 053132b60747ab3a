import NacreFormat

/// One test of a compiled filter and the targets after it. Steps only lead to steps with lower
/// numbers or to an end, so evaluation terminates, without recursion.
///
/// Steps hold no references, so reading one needs no retain/release. Literals of variable size are
/// in ``MatchLiterals``, and steps refer to them by number.
struct MatchStep: Sendable {
    let test: MatchCondition
    let onTrue: MatchTarget
    let onFalse: MatchTarget
}

/// The continuation of an evaluation: the number of a step, or one of the two ends.
struct MatchTarget: Sendable, Equatable {
    let step: Int

    static let accept = MatchTarget(step: -1)
    static let reject = MatchTarget(step: -2)
}

/// A step's test of a record. All tests except `isNull`, `row`, `converted` and `pair` are
/// evaluated only for values that are not null.
enum MatchCondition: Sendable {
    case isNull(offset: Int, mask: UInt8)
    /// A test whether the object's row is among those that a full-text search has found.
    case row(among: Int)
    case integer(IntegerSlot, ClosedRange<Int64>)
    case integerInList(IntegerSlot, list: Int)
    case number(NumberSlot, ComparisonOperator, Double)
    case uuid(Slot, ComparisonOperator, literal: Int)
    case uuidInList(Slot, list: Int)
    case decimal(Slot, ComparisonOperator, literal: Int)
    case data(VariablePlace, ComparisonOperator, literal: Int)
    case arrayEquals(VariablePlace, literal: Int)
    /// A test whether the elements of an array of references are among the found ids.
    case elements(VariablePlace, Quantifier, lookup: Int)
    case valueInLookup(ordinal: Int, lookup: Int)
    case textComparison(VariablePlace, ComparisonOperator, literal: Int)
    case textInList(VariablePlace, list: Int)
    case inner(VariablePlace, test: Int)
    /// A test of a value that the record holds in another form, or that is null.
    case converted(ordinal: Int, test: Int)
    /// A comparison of two values, each of which may be null.
    case pair(Int)
    case textTest(VariablePlace, TextCondition.Method, TextCondition.Options, literal: Int)

    /// The place of a scalar in a record. The ordinal is for error messages.
    struct Slot: Sendable {
        let offset: Int
        let ordinal: Int
    }

    /// The slot of a value that is compared as Int64.
    struct IntegerSlot: Sendable {
        enum Kind: Sendable {
            case bool, int8, int16, int32, int64, uint8, uint16, uint32
            /// Compared with its top bit inverted, which maps the order of UInt64 to that of Int64.
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

    /// The slot of a value that is compared as Double. A float converts exactly.
    struct NumberSlot: Sendable {
        let slot: Slot
        let isFloat: Bool
    }

    /// The number of a value among the variable ones.
    struct VariablePlace: Sendable {
        let index: Int
        let ordinal: Int
    }
}
