/// A test of a string other than a comparison. It behaves like the method of Swift's String with
/// the same name, Character by Character, after the options were applied to both strings.
package struct TextCondition: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case equals
        case hasPrefix
        case hasSuffix
        case contains
        /// The text is a regular expression that matches anywhere in the string.
        case matches

        /// All names, for messages.
        static let list = "hasPrefix, hasSuffix, contains, equals and matches"
    }

    /// Differences between the two strings that are ignored.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let caseInsensitive = Options(rawValue: 1)
        package static let diacriticInsensitive = Options(rawValue: 2)

        /// The names of the options, in the order in which they are written.
        static let names: [(option: Options, name: String)] = [
            (.caseInsensitive, "caseInsensitive"), (.diacriticInsensitive, "diacriticInsensitive"),
        ]
    }

    package let method: Method
    package let text: String
    package let options: Options

    package init(_ method: Method, _ text: String, _ options: Options = []) {
        self.method = method
        self.text = text
        self.options = options
    }
}
