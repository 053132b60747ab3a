/// A type whose values filters compare as a whole, as Swift does: single values, embedded structs
/// and enums, and optionals, arrays, sets and dictionaries of these, at any depth. Dictionary keys
/// must have a type that is stored exactly.
///
/// ```swift
/// let same = City.where { $0.tags == ["old", "port"] && $0.names != ["de": "Wien"] }
/// let flat = Board.where { $0.grid == [[0, 1], [1, 0]] || $0.former == nil }
/// ```
public protocol WholeValue: AttributeValue {}

extension Optional: WholeValue where Wrapped: WholeValue {}
extension Array: WholeValue where Element: WholeValue {}
extension Set: WholeValue where Element: WholeValue {}
extension Dictionary: WholeValue where Key: Storable, Key.StoredEnd: ExactKey, Value: WholeValue {}
