/// Divides a filter's text into tokens. It knows the form of words, not their meaning.
struct FilterLexer {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// The position after the last scalar that is not white space.
    private let end: Int

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        end = (scalars.lastIndex { !$0.properties.isWhitespace } ?? -1) + 1
    }

    func error(
        _ message: String, suggestion: String? = nil, at offset: Int
    ) -> FilterSyntaxError {
        FilterSyntaxError(message, suggestion: suggestion, text: text, scalarOffset: offset)
    }

    mutating func next() throws(FilterSyntaxError) -> FilterToken {
        while position < end, scalars[position].properties.isWhitespace { position += 1 }
        let start = position
        guard let scalar = peek() else { return FilterToken(kind: .end, offset: end) }
        return FilterToken(kind: try kind(from: scalar, at: start), offset: start)
    }

    private mutating func kind(
        from scalar: Unicode.Scalar, at start: Int
    ) throws(FilterSyntaxError) -> FilterToken.Kind {
        switch scalar {
        case "\"": return .string(try quoted(by: "\""))
        case "`":
            let name = try quoted(by: "`")
            if name.isEmpty { throw error("There is no name between the backquotes.", at: start) }
            return .quotedName(name)
        case "0"..."9": return .number(try number())
        default:
            if FilterText.isIdentifierStart(scalar) { return .name(identifier()) }
            if hasNext(FilterScope.element) {
                position += FilterScope.element.unicodeScalars.count
                return .name(FilterScope.element)
            }
            return .symbol(try symbol(scalar))
        }
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < end ? scalars[position + distance] : nil
    }

    private mutating func identifier() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek(), FilterText.isIdentifierPart(scalar) {
            name.append(scalar)
            position += 1
        }
        return String(name)
    }

    // Symbols

    /// Common misspellings of operators, in the order in which they are checked.
    private static let mistakes: [(found: String, meant: String)] = [
        ("===", "=="), ("!==", "!="), ("<>", "!="), ("=<", "<="), ("=>", ">="), ("\u{2260}", "!="),
        ("\u{2264}", "<="), ("\u{2265}", ">="), ("\u{2026}", "..."),
    ]
    private static let singles: [(found: String, meant: String)] = [
        ("=", "=="), ("&", "&&"), ("|", "||"), ("..", "..< or ... between the bounds"),
    ]

    private mutating func symbol(
        _ scalar: Unicode.Scalar
    ) throws(FilterSyntaxError) -> FilterToken.Symbol {
        try refuse(Self.mistakes.filter { hasNext($0.found) })
        for symbol in FilterToken.Symbol.allCases where hasNext(symbol.rawValue) {
            // A point is a separate symbol, but two points are neither that nor a range.
            if symbol == .point, peek(1) == "." { break }
            position += symbol.rawValue.unicodeScalars.count
            return symbol
        }
        try refuse(Self.singles.filter { hasNext($0.found) })
        if ["'", "\u{201c}", "\u{201d}", "\u{201e}", "\u{2018}", "\u{2019}"].contains(scalar) {
            throw error(
                "Put strings in double quotes.", suggestion: "Write \"...\".", at: position)
        }
        let name =
            scalar.properties.generalCategory == .control
            ? "U+" + String(scalar.value, radix: 16, uppercase: true) : "'\(scalar)'"
        throw error("The character \(name) has no meaning here.", at: position)
    }

    private func refuse(
        _ mistakes: [(found: String, meant: String)]
    ) throws(FilterSyntaxError) {
        guard let (found, meant) = mistakes.first else { return }
        throw error("There is no operator '\(found)'.", suggestion: "Use \(meant).", at: position)
    }

    private func hasNext(_ text: String) -> Bool {
        var distance = 0
        for scalar in text.unicodeScalars {
            guard peek(distance) == scalar else { return false }
            distance += 1
        }
        return true
    }

    // Numbers

    private mutating func number() throws(FilterSyntaxError) -> String {
        let start = position
        let text = peek() == "0" && peek(1) == "x" ? try hexadecimal() : decimal()
        if let scalar = peek(), FilterText.isIdentifierPart(scalar) {
            throw error(
                "Something is attached to this number.",
                suggestion: "Put names that begin with a digit in backquotes.", at: start)
        }
        return text
    }

    private mutating func hexadecimal() throws(FilterSyntaxError) -> String {
        let start = position
        position += 2
        let digits = self.digits { $0.properties.isASCIIHexDigit }
        guard let number = UInt128(digits, radix: 16) else {
            throw error("1 to 32 hexadecimal digits were expected after 0x.", at: start)
        }
        return String(number)
    }

    private mutating func decimal() -> String {
        var text = digits(where: Self.isDigit)
        // In `1...5` the points belong to the range.
        if peek() == ".", peek(1).map(Self.isDigit) ?? false {
            position += 1
            text += "." + digits(where: Self.isDigit)
        }
        if peek() == "e" || peek() == "E" {
            let sign = peek(1).map { $0 == "+" || $0 == "-" } ?? false
            if peek(sign ? 2 : 1).map(Self.isDigit) ?? false {
                let isNegative = peek(1) == "-"
                position += sign ? 2 : 1
                text += (isNegative ? "e-" : "e") + digits(where: Self.isDigit)
            }
        }
        return text
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Reads digits and drops the underscores between and after them.
    private mutating func digits(where isDigit: (Unicode.Scalar) -> Bool) -> String {
        var digits = String.UnicodeScalarView()
        while let scalar = peek(), isDigit(scalar) || scalar == "_" {
            if scalar != "_" { digits.append(scalar) }
            position += 1
        }
        return String(digits)
    }

    // Strings

    /// Reads the text between two marks and replaces its escapes.
    private mutating func quoted(by mark: Unicode.Scalar) throws(FilterSyntaxError) -> String {
        let start = position
        var text = String.UnicodeScalarView()
        position += 1
        while let scalar = peek() {
            if scalar == "\n" || scalar == "\r" {
                throw error(
                    "The line ends inside of the quotes.", suggestion: "Write \\n or \\r.",
                    at: position)
            }
            position += 1
            if scalar == mark { return String(text) }
            text.append(scalar == "\\" ? try escape(mark) : scalar)
        }
        throw error("The closing \(mark) is missing.", at: start)
    }

    /// Reads an escape, starting after its backslash.
    private mutating func escape(
        _ mark: Unicode.Scalar
    ) throws(FilterSyntaxError) -> Unicode.Scalar {
        let start = position - 1
        let letter = peek()
        position += 1
        switch letter {
        case "\\", "\"", "'": return letter ?? mark
        case mark: return mark
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "u":
            if let scalar = unicodeEscape() { return scalar }
            throw error(
                "This is not a character.",
                suggestion: "Write \\u{...} with its hexadecimal number.", at: start)
        default:
            throw error(
                "There is no such escape.",
                suggestion: "Use \\\\, \\\", \\n, \\r, \\t, \\0 or \\u{...}.", at: start)
        }
    }

    /// Reads `{`, one to eight hexadecimal digits and `}`. Returns nil if they are not there.
    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard peek() == "{" else { return nil }
        var digits = ""
        position += 1
        while let scalar = peek(), scalar.properties.isASCIIHexDigit, digits.utf8.count < 9 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard peek() == "}", digits.utf8.count <= 8 else { return nil }
        position += 1
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }
}
