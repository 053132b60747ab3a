/// Parses a regular expression in the syntax of Swift's Regex, as far as it can be matched in
/// linear time, and compiles it in one pass. Open groups are kept in an array, so no pattern uses
/// the stack.
///
/// Syntax that Swift supports and this parser does not is rejected with its place, never misread.
struct PatternParser {
    /// Maximum length of a pattern, in bytes of UTF-8.
    static let sizeMax = 2000
    /// Maximum nesting depth of groups.
    static let depthMax = 100
    /// Maximum count of a repetition.
    static let countMax = 999

    var scanner: PatternScanner
    var options: PatternOptions
    private var sets: [PatternSet] = []
    /// The open groups, outermost first. The first one is the whole pattern.
    private var groups: [PatternGroup]

    /// The smallest part of a pattern to which a quantifier can apply.
    enum Atom {
        case literal(String)
        case set(PatternSet)
        case group(PatternFragment)
        case assertion(PatternAssertion)
    }

    private init(_ pattern: String, _ options: PatternOptions) {
        scanner = PatternScanner(pattern)
        self.options = options
        groups = [PatternGroup(offset: 0, options)]
    }

    /// Compiles a pattern.
    static func parse(
        _ pattern: String, _ options: PatternOptions = []
    ) throws(PatternError) -> PatternProgram {
        guard pattern.utf8.count <= sizeMax else {
            throw PatternError(
                offset: 0, problem: "it is longer than \(sizeMax) bytes",
                suggestion: "Use a shorter one, or several filters.")
        }
        var parser = PatternParser(pattern, options)
        return try parser.parse()
    }

    private mutating func parse() throws(PatternError) -> PatternProgram {
        while let character = try nextCharacter() { try parse(character) }
        if groups.count > 1 {
            throw error(
                "this ( has no )", "Close the group, or write \\( for the character itself.",
                at: groups[groups.count - 1].offset)
        }
        return PatternProgram(try closedGroup(), sets: sets)
    }

    /// - Parameter character: The next character.
    private mutating func parse(_ character: Character) throws(PatternError) {
        let start = scanner.offset
        if try takeQuantifier() != nil {
            throw error(
                "there is nothing that this quantifier could repeat",
                "Write a \\ before it for the character itself.", at: start)
        }
        scanner.advance()
        switch character {
        case "(": try openGroup(start)
        case ")": try closeGroup(start)
        case "|": groups[groups.count - 1].alternatives.append(try takeSequence())
        case "[": try append(.set(try characterClass(start)), start)
        case ".":
            let isAny = options.contains(.dotMatchesNewlines)
            try append(
                .set(isAny ? PatternSet(.any) : PatternSet(.newline, isNegated: true)), start)
        case "^":
            try append(.assertion(options.contains(.multiline) ? .lineStart : .textStart), start)
        case "$":
            try append(.assertion(options.contains(.multiline) ? .lineEnd : .textEnd), start)
        case "\\":
            if let atom = try escape(start) { try append(atom, start) }
        default: try append(.literal(String(character)), start)
        }
    }

    /// Returns the next significant Character, after skipping comments.
    private mutating func nextCharacter() throws(PatternError) -> Character? {
        if options.contains(.extended) { skipExtended() }
        while scanner.take("(?#") {
            let start = scanner.offset - 3
            guard scanner.take(upTo: ")") != nil else {
                throw error("this comment has no )", "Close it.", at: start)
            }
            if options.contains(.extended) { skipExtended() }
        }
        return scanner.current
    }

    private mutating func skipExtended() {
        while let character = scanner.current, character.isWhitespace || character == "#" {
            scanner.advance()
            if character == "#" { _ = scanner.takeAll { !$0.isNewline } }
        }
    }

    // MARK: Groups

    private mutating func openGroup(_ start: Int) throws(PatternError) {
        guard groups.count <= Self.depthMax else {
            throw error(
                "there are more than \(Self.depthMax) groups inside of one another",
                "Use fewer groups.", at: start)
        }
        let outer = options
        if scanner.take("?"), !(try takeGroupKind(start)) { return }
        groups.append(PatternGroup(offset: start, outer))
    }

    private mutating func closeGroup(_ start: Int) throws(PatternError) {
        guard groups.count > 1 else {
            throw error("this ) has no (", "Write \\) for the character itself.", at: start)
        }
        let fragment = try closedGroup()
        let group = groups.removeLast()
        options = group.options
        try append(.group(fragment), group.offset)
    }

    /// Returns the compiled innermost group.
    private mutating func closedGroup() throws(PatternError) -> PatternFragment {
        let alternatives = groups[groups.count - 1].alternatives + [try takeSequence()]
        let fragment = PatternFragment.alternatives(alternatives)
        try check(fragment.count, groups[groups.count - 1].offset)
        return fragment
    }

    /// Ends an alternative of the innermost group and returns it.
    private mutating func takeSequence() throws(PatternError) -> PatternFragment {
        try endLiteral()
        defer { groups[groups.count - 1].sequence = PatternFragment() }
        return groups[groups.count - 1].sequence
    }

    // MARK: Sequences

    /// Adds an atom, with the quantifier that follows it, to the innermost group.
    private mutating func append(_ atom: Atom, _ start: Int) throws(PatternError) {
        _ = try nextCharacter()
        let place = scanner.offset
        let quantifier = try takeQuantifier()
        if case .literal(let text) = atom, quantifier == nil {
            // Joined with adjacent literals, since an accent combines with the letter before it.
            groups[groups.count - 1].literal += text
            groups[groups.count - 1].literalOptions = options
            return
        }
        try endLiteral()
        var fragment = fragment(of: atom)
        if let quantifier {
            if case .assertion = atom {
                throw error(
                    "an assertion cannot be repeated", "Leave the quantifier out.", at: place)
            }
            try check(
                fragment.repeatedCount(from: quantifier.least, upTo: quantifier.most), place)
            fragment = fragment.repeated(from: quantifier.least, upTo: quantifier.most)
        }
        try check(groups[groups.count - 1].sequence.count + fragment.count, start)
        groups[groups.count - 1].sequence.append(fragment)
    }

    /// Adds the pending literal to the innermost group.
    mutating func endLiteral() throws(PatternError) {
        let group = groups[groups.count - 1]
        guard !group.literal.isEmpty else { return }
        let fragment = literal(group.literal, group.literalOptions)
        groups[groups.count - 1].literal = ""
        try check(group.sequence.count + fragment.count, scanner.offset)
        groups[groups.count - 1].sequence.append(fragment)
    }

    private mutating func fragment(of atom: Atom) -> PatternFragment {
        switch atom {
        case .literal(let text): literal(text, options)
        case .set(let set): PatternFragment([consume(set)])
        case .group(let fragment): fragment
        case .assertion(let assertion): PatternFragment([.assert(assertion)])
        }
    }

    private mutating func literal(_ text: String, _ options: PatternOptions) -> PatternFragment {
        let ignoresCase = options.contains(.ignoringCase)
        var steps: [PatternStep] = []
        for character in NormalCharacter.all(of: text) {
            steps.append(consume(PatternSet([.character(character)], ignoresCase: ignoresCase)))
        }
        return PatternFragment(steps)
    }

    private mutating func consume(_ set: PatternSet) -> PatternStep {
        sets.append(set)
        return .consume(sets.count - 1)
    }

    private func check(_ steps: Int, _ place: Int) throws(PatternError) {
        guard steps >= PatternProgram.stepsMax else { return }
        throw error(
            "its repetitions make it longer than \(PatternProgram.stepsMax) steps",
            "Use smaller counts: they multiply.", at: place)
    }

    // MARK: Errors

    /// - Parameter offset: The place of the error. Nil: the current place.
    func error(
        _ problem: String, _ suggestion: String, at offset: Int? = nil
    ) -> PatternError {
        PatternError(offset: offset ?? scanner.offset, problem: problem, suggestion: suggestion)
    }
}
