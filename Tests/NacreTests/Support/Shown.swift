/// A random case that a failed property prints by its bits: Foundation cannot print distant dates.
struct Shown<Value>: CustomDebugStringConvertible {
    let value: Value
    private let text: (Value) -> String

    init(_ value: Value, text: @escaping (Value) -> String = { Bits.text($0) }) {
        self.value = value
        self.text = text
    }

    var debugDescription: String { text(value) }
}
