internal import NacreEngine

/// `String` and `String?`.
public protocol TextValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

extension Field where Root: Entity, Value: TextValue {
    /// Holds where the text begins with a string, as `String.hasPrefix` says.
    /// - Parameters:
    ///   - prefix: what it begins with.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> Filter<Root> {
        test(.hasPrefix, prefix, ignoringCase)
    }

    /// Holds where the text ends with a string, as `String.hasSuffix` says.
    /// - Parameters:
    ///   - suffix: what it ends with.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> Filter<Root> {
        test(.hasSuffix, suffix, ignoringCase)
    }

    /// Holds where a string stands somewhere in the text, character by character.
    /// - Parameters:
    ///   - part: what stands in it.
    ///   - ignoringCase: whether the lower-case forms of both are looked at.
    public func contains(_ part: String, ignoringCase: Bool = false) -> Filter<Root> {
        test(.contains, part, ignoringCase)
    }

    private func test(
        _ method: TextTest.Method, _ text: String, _ ignoringCase: Bool
    ) -> Filter<Root> {
        filter([]) { name, _ in
            .text(name, TextTest(method, text, isCaseInsensitive: ignoringCase))
        }
    }
}
