internal import NacreEngine
internal import NacreFormat

/// A text property: `String` or `String?`.
public protocol TextValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

/// Tests of text are Swift's, Character by Character. Ignoring case compares the lower-case forms
/// of both texts. Ignoring diacritics compares both texts in Unicode's canonical decomposition
/// (NFD) without nonspacing marks: "e" is then found in "\u{e9}", in any spelling of that
/// character. Separate letters such as "\u{f8}" stay unchanged.
extension FilterableField where Value: TextValue {
    /// Matches if the text begins with a string, as `String.hasPrefix` defines it.
    /// - Parameters:
    ///   - prefix: The string that the text must begin with.
    ///   - ignoringCase: Whether to compare the lower-case forms of both.
    ///   - ignoringDiacritics: Whether to compare both without nonspacing marks.
    public func hasPrefix(
        _ prefix: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.hasPrefix, prefix, ignoringCase, ignoringDiacritics)
    }

    /// Matches if the text ends with a string, as `String.hasSuffix` defines it.
    /// - Parameters:
    ///   - suffix: The string that the text must end with.
    ///   - ignoringCase: Whether to compare the lower-case forms of both.
    ///   - ignoringDiacritics: Whether to compare both without nonspacing marks.
    public func hasSuffix(
        _ suffix: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.hasSuffix, suffix, ignoringCase, ignoringDiacritics)
    }

    /// Matches if the text contains a string, character by character.
    /// - Parameters:
    ///   - part: The string that the text must contain.
    ///   - ignoringCase: Whether to compare the lower-case forms of both.
    ///   - ignoringDiacritics: Whether to compare both without nonspacing marks.
    public func contains(
        _ part: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.contains, part, ignoringCase, ignoringDiacritics)
    }

    /// Matches if the text equals a string, apart from the ignored differences. `==` ignores
    /// nothing.
    /// - Parameters:
    ///   - text: The string that the text must equal.
    ///   - ignoringCase: Whether to compare the lower-case forms of both.
    ///   - ignoringDiacritics: Whether to compare both without nonspacing marks.
    public func equals(
        _ text: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.equals, text, ignoringCase, ignoringDiacritics)
    }

    /// Matches if a regular expression matches somewhere in the text. `^` and `$` anchor it to the
    /// ends. The filter keeps the pattern as text, so that it can be compared and coded. The
    /// pattern is compiled once for each query. If it is invalid or unsupported, the query throws
    /// `invalidValue`, and the error names the position.
    ///
    /// The time for a text is at most proportional to its length, for every pattern, so patterns
    /// may come from users. <doc:FetchingAndIndexes> lists the supported syntax.
    /// - Parameters:
    ///   - pattern: The pattern, in the syntax of Swift's `Regex`, without look-around, references
    ///     to groups, atomic groups and possessive quantifiers; at most 2000 bytes.
    ///   - ignoringCase: Whether letters match regardless of case.
    public func matches(_ pattern: String, ignoringCase: Bool = false) -> Filter<Root> {
        test(.matches, pattern, ignoringCase, false)
    }

    /// Matches if the text is not nil and has no characters.
    public var isEmpty: Filter<Root> {
        filterSubject.filter([]) { name, _ in .comparison(name, .equal, .string("")) }
    }

    private func test(
        _ method: TextCondition.Method, _ text: String, _ ignoringCase: Bool,
        _ ignoringDiacritics: Bool
    ) -> Filter<Root> {
        var options: TextCondition.Options = []
        if ignoringCase { options.insert(.caseInsensitive) }
        if ignoringDiacritics { options.insert(.diacriticInsensitive) }
        return filterSubject.filter([]) { name, _ in
            .text(name, TextCondition(method, text, options))
        }
    }
}
