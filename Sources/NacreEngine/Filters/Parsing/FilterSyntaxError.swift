/// Why a text is no filter of an entity, and where.
package struct FilterSyntaxError: Error, Hashable {
    /// `invalidValue`, or `unknownAttribute` if only a name is wrong.
    package let code: StoreError.Code
    package let message: String
    /// What to write instead.
    package let suggestion: String?
    /// What was parsed, all of it.
    package let text: String
    /// Where the error is, in Unicode scalars from the start of the text.
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

    /// Where the error is, in UTF-8 bytes from the start of the text.
    package var byteOffset: Int {
        text.unicodeScalars.prefix(scalarOffset).reduce(0) { $0 + UTF8.width($1) }
    }
}

extension FilterSyntaxError: CustomStringConvertible {
    /// The line of the text, a caret below the place, the message and the suggestion, each on a
    /// line of its own.
    package var description: String {
        ([CaretLine.text(text, at: scalarOffset), message] + [suggestion].compactMap(\.self))
            .joined(separator: "\n")
    }
}

extension StoreError {
    /// A filter's error as one of the store: the message first, the text below it.
    package init(_ error: FilterSyntaxError) {
        let sentences = [error.message, error.suggestion].compactMap(\.self)
        self.init(
            error.code, sentences.joined(separator: " "),
            cause: "at character \(error.scalarOffset + 1) of the filter")
    }
}
