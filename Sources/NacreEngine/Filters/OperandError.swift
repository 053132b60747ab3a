/// Why an attribute cannot be tested as a filter or sort asks for. It knows no place in a text:
/// the parser adds it.
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
