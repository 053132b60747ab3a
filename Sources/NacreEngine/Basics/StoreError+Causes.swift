package import NacreFormat

/// Conversion of lower layers' errors into store errors. Each adds the file and the remedy.
extension StoreError {
    init(_ error: FileError) {
        let code: Code =
            switch error.reason {
            case .notFound: .storeNotFound
            case .notPermitted: .notPermitted
            case .notDirectory: .notAStore
            case .notRegular: .io
            case .beyondLimit: .limitReached
            case .diskFull: .diskFull
            case .locked: .locked
            case .brokenInvariant: .internal
            case .noResources, .other: .io
            }
        self.init(code, error.message, file: error.path, cause: error.cause)
        isRefusal = error.isRefusal
    }

    static func closed(_ path: String) -> StoreError {
        StoreError(.closed, "The store was closed. Open it again.", file: path)
    }

    /// Makes an error for damage to bytes that should be durable, or for an unsupported format.
    package init(_ error: FormatError, file: String) {
        if error.kind == .unsupported {
            self.init(
                .unsupportedFormat,
                "The store needs a newer version of this software. Nothing was changed.",
                file: file, offset: error.offset, cause: error.description,
                expected: error.expected, found: error.found)
        } else {
            self.init(
                .corrupt,
                "The file is damaged. Nothing was changed; restore it from a backup, or look at"
                    + " the place with 'nacre inspect'.",
                file: file, offset: error.offset, cause: error.description,
                expected: error.expected, found: error.found)
        }
    }
}
