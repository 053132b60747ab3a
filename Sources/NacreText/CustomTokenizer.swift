/// A tokenizer that a program brings along. Two with the same name and version must always give the
/// same terms: stores keep indexes by them.
package struct CustomTokenizer: Sendable {
    /// A term of a text. What is out of bounds is brought within them.
    package struct Term {
        package let text: String
        package let position: Int
        package let range: Range<String.Index>
        package let kind: TermKind

        package init(
            _ text: String, position: Int, range: Range<String.Index>, kind: TermKind = .word
        ) {
            self.text = text
            self.position = position
            self.range = range
            self.kind = kind
        }
    }

    let name: String
    let version: Int
    private let split: @Sendable (String) -> [Term]

    package init(_ name: String, version: Int, _ split: @escaping @Sendable (String) -> [Term]) {
        self.name = name
        self.version = version
        self.split = split
    }

    /// Calls a closure with the terms of a text, as ``Tokenizer/forEachTerm(in:_:)`` does.
    func forEachTerm(in text: Span<UInt8>, _ body: (Span<UInt8>, TermPlace) -> Void) {
        let string = text.string
        // They differ from those of the text if it is not well-formed.
        let bytes = Array(string.utf8)
        var lastPosition = 0
        var lastGiven = 0
        for term in split(string) {
            let form = Self.cut(Array(term.text.utf8))
            if form.isEmpty { continue }
            let given = max(term.position, lastGiven)
            lastPosition += min(given - lastGiven, Self.gapMax)
            lastGiven = given
            let place = TermPlace(
                position: lastPosition, range: Self.range(term.range, of: string, bytes),
                kind: term.kind)
            body(form.span, place)
        }
    }

    /// The greatest difference of two successive positions that counts. Phrases keep a slot for
    /// each position.
    private static let gapMax = 100

    /// Cuts a term that is too long at a character boundary.
    private static func cut(_ term: [UInt8]) -> [UInt8] {
        guard term.count > TermBuffer.termMax else { return term }
        return Array(term[..<start(of: TermBuffer.termMax, in: term)])
    }

    /// Returns the bytes of a range, which may be that of another text.
    private static func range(
        _ range: Range<String.Index>, of text: String, _ bytes: [UInt8]
    ) -> Range<Int> {
        func offset(_ index: String.Index) -> Int {
            let index = min(max(index, text.startIndex), text.endIndex)
            return start(of: text.utf8.distance(from: text.startIndex, to: index), in: bytes)
        }
        let lower = offset(range.lowerBound)
        return lower..<max(lower, offset(range.upperBound))
    }

    /// Returns the offset of the scalar that a byte belongs to.
    private static func start(of offset: Int, in bytes: [UInt8]) -> Int {
        var start = offset
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}

extension CustomTokenizer: Hashable {
    package static func == (one: CustomTokenizer, other: CustomTokenizer) -> Bool {
        one.name == other.name && one.version == other.version
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(version)
    }
}
