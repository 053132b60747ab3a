internal import NacreFormat

/// An error in the text of a filter: the problem and its place.
package struct FilterSyntaxError: Error, Hashable {
    /// The code: `invalidValue`, or `unknownAttribute` if only a name is wrong.
    package let code: StoreError.Code
    package let message: String
    /// A suggestion for the correct text.
    package let suggestion: String?
    /// The complete parsed text.
    package let text: String
    /// The place of the error, in Unicode scalars from the start of the text.
    package let scalarOffset: Int

    init(
        _ message: String, suggestion: String? = nil, code: StoreError.Code = .invalidValue,
        text: String, scalarOffset: Int
    ) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
        self.text = text
        self.scalarOffset = scalarOffset
    }

    /// The place of the error, in UTF-8 bytes from the start of the text.
    package var byteOffset: Int {
        text.unicodeScalars.prefix(scalarOffset).reduce(0) { $0 + UTF8.width($1) }
    }
}

extension FilterSyntaxError: CustomStringConvertible {
    /// The line of the text, a caret below the place, the message and the suggestion, each on a
    /// separate line.
    package var description: String {
        ([CaretLine.text(text, at: scalarOffset), message] + [suggestion].compactMap(\.self))
            .joined(separator: "\n")
    }
}

extension StoreError {
    /// Makes a store error from a filter's error: the message, the suggestion, and the place as the
    /// cause.
    package init(_ error: FilterSyntaxError) {
        let sentences = [error.message, error.suggestion].compactMap(\.self)
        self.init(
            error.code, sentences.joined(separator: " "),
            cause: "at character \(error.scalarOffset + 1) of the filter")
    }
}
