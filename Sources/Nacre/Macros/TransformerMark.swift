#if Macros
    /// A stage in `@Attribute(.transformed(by: ...))`.
    public protocol TransformerStage: Sendable {}

    extension Transformer: TransformerStage {}

    /// A built-in stage, before the type of the property is known.
    public struct TransformerMark: TransformerStage {
        fileprivate init() {}
    }

    extension TransformerStage where Self == TransformerMark {
        /// A `Codable` value as JSON text; if another stage follows, as the bytes of that text.
        public static var json: TransformerMark { TransformerMark() }

        /// Bytes, compressed by LZ4.
        public static var lz4: TransformerMark { TransformerMark() }

        /// Returns a stage that compresses bytes by LZ4 if that makes them fewer.
        /// - Parameters:
        ///   - threshold: The least number of bytes that are compressed.
        ///   - limit: The greatest number of bytes that can be stored.
        public static func lz4(
            from threshold: Int, limit: Int = 1 << 30
        ) -> TransformerMark { TransformerMark() }

        /// A `Codable` value as an XML property list.
        public static var propertyList: TransformerMark { TransformerMark() }

        /// A UUID as its text.
        public static var uuidString: TransformerMark { TransformerMark() }

        /// A date as ISO 8601 text in UTC.
        public static var isoDate: TransformerMark { TransformerMark() }

        /// A string as its UTF-8, for a following stage.
        public static var utf8: TransformerMark { TransformerMark() }
    }
#endif
