/// Strings: empty, short and long ones. The simplest are "" and "a".
extension Generator where Value == String {
    /// Makes strings of all 128 ASCII characters, including NUL and the other controls, but mostly
    /// of letters and digits.
    package static func asciiString(count: ClosedRange<Int> = 0...300) -> Generator {
        string(count: count) { choices throws(Rejection) in
            try choices.draw(upTo: TextPieces.asciiCodeMax) {
                TextPieces.sampleASCII(using: &$0)
            }
        }
    }

    /// Makes strings of any Unicode, with a bias towards common causes of bugs: canonically
    /// equivalent spellings, combining marks, emoji of several scalars, right-to-left text, NUL,
    /// the ends of the planes.
    /// - Parameter count: The number of pieces; a piece may have several scalars, and pieces may
    ///   join into one character.
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
