/// An invalid use of an attribute in a filter or a sort. It has no place in a text: the parser adds
/// that.
struct OperandError: Error, Equatable {
    let code: StoreError.Code
    let message: String
    let suggestion: String?

    init(_ code: StoreError.Code, _ message: String, suggestion: String? = nil) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }
}

extension StoreError {
    init(_ error: OperandError) {
        self.init(
            error.code, [error.message, error.suggestion].compactMap(\.self).joined(separator: " "))
    }
}
