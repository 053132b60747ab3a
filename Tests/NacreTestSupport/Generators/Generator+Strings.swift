/// Strings: empty, short and long ones, down to "" and "a" as the simplest.
extension Generator where Value == String {
    /// All 128 ASCII characters, NUL and the other controls too, but mostly letters and digits.
    package static func asciiString(count: ClosedRange<Int> = 0...300) -> Generator {
        string(count: count) { choices throws(Rejection) in
            try choices.draw(upTo: TextPieces.asciiCodeMax) {
                TextPieces.sampleASCII(using: &$0)
            }
        }
    }

    /// Any Unicode, with a leaning towards what goes wrong: canonically equivalent spellings,
    /// combining marks, emoji of several scalars, right-to-left text, NUL, the ends of the planes.
    /// - Parameter count: the number of pieces; a piece may be several scalars, and pieces may join
    ///   into one character.
    package static func string(count: ClosedRange<Int> = 0...300) -> Generator {
        string(count: count) { choices throws(Rejection) in
            try choices.draw(upTo: TextPieces.unicodeCodeMax) {
                TextPieces.sampleUnicode(using: &$0)
            }
        }
    }

    private static func string(
        count: ClosedRange<Int>,
        of drawCode: @escaping @Sendable (inout Choices) throws(Rejection) -> UInt64
    ) -> Generator {
        let piece = Generator<String> { choices throws(Rejection) in
            TextPieces.piece(code: try drawCode(&choices))
        }
        return Generator<[String]>.array(of: piece, count: count).map { $0.joined() }
    }
}
