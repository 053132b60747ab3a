/// Blanks out comments and string literals, so that rules about code ignore prose. Every line keeps
/// its position. Interpolations count as parts of their string.
struct CodeText {
    private enum State {
        case code
        case lineComment
        case blockComment(depth: Int)
        case string(quotes: Int, hashes: Int)
    }

    private let input: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    private var state = State.code

    static func withoutCommentsAndStrings(_ text: String) -> String {
        var scanner = CodeText(input: Array(text.utf8))
        while scanner.position < scanner.input.count { scanner.step() }
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private init(input: [UInt8]) {
        self.input = input
    }

    private mutating func step() {
        switch state {
        case .code:
            stepInCode()
        case .lineComment:
            if input[position] == UInt8(ascii: "\n") { state = .code }
            blank(1)
        case .blockComment(let depth):
            stepInBlockComment(depth: depth)
        case .string(let quotes, let hashes):
            stepInString(quotes: quotes, hashes: hashes)
        }
    }

    private mutating func stepInCode() {
        if isNext("//") {
            state = .lineComment
            blank(2)
        } else if isNext("/*") {
            state = .blockComment(depth: 1)
            blank(2)
        } else if let (quotes, hashes) = openingQuotes() {
            state = .string(quotes: quotes, hashes: hashes)
            blank(hashes + quotes)
        } else {
            output.append(input[position])
            position += 1
        }
    }

    private mutating func stepInBlockComment(depth: Int) {
        if isNext("/*") {
            state = .blockComment(depth: depth + 1)
            blank(2)
        } else if isNext("*/") {
            state = depth == 1 ? .code : .blockComment(depth: depth - 1)
            blank(2)
        } else {
            blank(1)
        }
    }

    private mutating func stepInString(quotes: Int, hashes: Int) {
        let hashMarks = String(repeating: "#", count: hashes)
        if isNext(String(repeating: "\"", count: quotes) + hashMarks) {
            state = .code
            blank(quotes + hashes)
        } else if isNext("\\" + hashMarks) {
            // An escaped quote does not end the string, and an escaped backslash does not escape
            // the next character.
            blank(2 + hashes)
        } else if quotes == 1, input[position] == UInt8(ascii: "\n") {
            // Not a string after all; otherwise the rest of the file would be blank.
            state = .code
            blank(1)
        } else {
            blank(1)
        }
    }

    /// Returns the number of quotes and of # before them, if a string literal begins here.
    private func openingQuotes() -> (quotes: Int, hashes: Int)? {
        var end = position
        while end < input.count, input[end] == UInt8(ascii: "#") { end += 1 }
        let hashes = end - position
        guard end < input.count, input[end] == UInt8(ascii: "\"") else { return nil }
        let isTriple = input[end...].prefix(3).elementsEqual("\"\"\"".utf8)
        return (isTriple ? 3 : 1, hashes)
    }

    private func isNext(_ marker: String) -> Bool {
        input[position...].starts(with: marker.utf8)
    }

    private mutating func blank(_ count: Int) {
        let end = min(position + count, input.count)
        for byte in input[position..<end] {
            output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        position = end
    }
}
