#if Macros
    /// What may stand in `@Attribute(.transformed(by: ...))`.
    public protocol TransformerStage: Sendable {}

    extension Transformer: TransformerStage {}

    /// A built-in stage, before the type of the property is known.
    public struct TransformerMark: TransformerStage {
        fileprivate init() {}
    }

    extension TransformerStage where Self == TransformerMark {
        /// A `Codable` value as JSON text; with a stage behind it, as that text's bytes.
        public static var json: TransformerMark { TransformerMark() }

        /// Bytes, compressed.
        public static var lz4: TransformerMark { TransformerMark() }

        /// Bytes, compressed where that pays.
        /// - Parameters:
        ///   - threshold: how many bytes are compressed, and more.
        ///   - limit: of how many bytes at most can be stored.
        public static func lz4(
            from threshold: Int, limit: Int = 1 << 30
        ) -> TransformerMark { TransformerMark() }

        /// A `Codable` value as an XML property list.
        public static var propertyList: TransformerMark { TransformerMark() }

        /// A UUID as its text.
        public static var uuidString: TransformerMark { TransformerMark() }

        /// A date as ISO 8601 text in UTC.
        public static var isoDate: TransformerMark { TransformerMark() }

        /// A string as its UTF-8, for a stage behind it.
        public static var utf8: TransformerMark { TransformerMark() }
    }
#endif
