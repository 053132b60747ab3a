/// A text that equals another one only if their characters are the same: strings are equal if they
/// are canonically equivalent.
struct ExactText: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let string: String

    init(_ string: String) {
        self.string = string
    }

    init(stringLiteral string: String) {
        self.string = string
    }

    var utf8: String.UTF8View { string.utf8 }

    static func == (a: Self, b: Self) -> Bool { a.utf8.elementsEqual(b.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
    }

    var description: String {
        string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
}
