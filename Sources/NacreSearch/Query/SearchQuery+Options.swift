extension SearchQuery {
    /// The way in which a text is read.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The numbers of the options, added.
        public let rawValue: UInt8

        /// Makes options of their numbers.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Reads any text, as users type it. Signs without a meaning where they are count as parts
        /// of words, and what is left open ends with the text. Only a text that is too large is an
        /// error.
        public static let lenient: Options = []

        /// Reports everything that is not of the query language as an error with its place.
        public static let strict = Options(rawValue: 1)

        /// Makes the last word a prefix, unless a space or a quote follows it: for search as you
        /// type. A word that is excluded is not made one.
        public static let prefixLast = Options(rawValue: 2)
    }
}
