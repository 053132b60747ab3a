/// A question about a string that is neither equality nor order; answered as the method of Swift's
/// String of the same name does, Character by Character.
package struct TextTest: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case hasPrefix
        case hasSuffix
        case contains
    }

    package let method: Method
    package let text: String
    /// Whether the lower-case forms of both strings are looked at.
    package let isCaseInsensitive: Bool

    package init(_ method: Method, _ text: String, isCaseInsensitive: Bool = false) {
        self.method = method
        self.text = text
        self.isCaseInsensitive = isCaseInsensitive
    }
}
