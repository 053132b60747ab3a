internal import NacreEngine
internal import NacreFormat

/// `String` and `String?`.
public protocol TextValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

/// Tests of text are Swift's, Character by Character. Ignoring case means to look at the lower-case
/// forms of both texts. Ignoring diacritics means to look at both in Unicode's canonical
/// decomposition (NFD) without nonspacing marks: "e" is then found in "\u{e9}", however that is
/// spelled. Letters of their own, as "\u{f8}" is, stay what they are.
extension FilterableField where Value: TextValue {
    /// Holds where the text begins with a string, as `String.hasPrefix` says.
    /// - Parameters:
    ///   - prefix: what it begins with.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    ///   - ignoringDiacritics: whether both are looked at without their marks.
    public func hasPrefix(
        _ prefix: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.hasPrefix, prefix, ignoringCase, ignoringDiacritics)
    }

    /// Holds where the text ends with a string, as `String.hasSuffix` says.
    /// - Parameters:
    ///   - suffix: what it ends with.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    ///   - ignoringDiacritics: whether both are looked at without their marks.
    public func hasSuffix(
        _ suffix: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.hasSuffix, suffix, ignoringCase, ignoringDiacritics)
    }

    /// Holds where a string stands somewhere in the text, character by character.
    /// - Parameters:
    ///   - part: what stands in it.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    ///   - ignoringDiacritics: whether both are looked at without their marks.
    public func contains(
        _ part: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.contains, part, ignoringCase, ignoringDiacritics)
    }

    /// Holds where the text equals a string, but for what is ignored; `==` ignores nothing.
    /// - Parameters:
    ///   - text: what it equals.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    ///   - ignoringDiacritics: whether both are looked at without their marks.
    public func equals(
        _ text: String, ignoringCase: Bool = false, ignoringDiacritics: Bool = false
    ) -> Filter<Root> {
        test(.equals, text, ignoringCase, ignoringDiacritics)
    }

    /// Holds where a regular expression matches somewhere in the text; `^` and `$` bind it to the
    /// ends. The filter keeps its text, so that it can be compared and coded; it is compiled once a
    /// query. A wrong or unsupported pattern throws `invalidValue` then, and the error names the
    /// place.
    ///
    /// The time for a text is at most proportional to its length, whatever the pattern: patterns
    /// may come from users. <doc:FetchingAndIndexes> lists what patterns may contain.
    /// - Parameters:
    ///   - pattern: in the syntax of Swift's `Regex`, without look-around, references to groups,
    ///     atomic groups and possessive quantifiers; at most 2000 bytes.
    ///   - ignoringCase: whether letters of either case are one.
    public func matches(_ pattern: String, ignoringCase: Bool = false) -> Filter<Root> {
        test(.matches, pattern, ignoringCase, false)
    }

    /// Holds where the text is there and has no characters.
    public var isEmpty: Filter<Root> {
        filterSubject.filter([]) { name, _ in .comparison(name, .equal, .string("")) }
    }

    private func test(
        _ method: TextTest.Method, _ text: String, _ ignoringCase: Bool,
        _ ignoringDiacritics: Bool
    ) -> Filter<Root> {
        var options: TextTest.Options = []
        if ignoringCase { options.insert(.caseInsensitive) }
        if ignoringDiacritics { options.insert(.diacriticInsensitive) }
        return filterSubject.filter([]) { name, _ in
            .text(name, TextTest(method, text, options))
        }
    }
}
