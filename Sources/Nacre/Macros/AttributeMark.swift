#if Macros
    /// What ``Attribute(_:)`` asks of a property. Only the text of a mark counts: ``Entity()``
    /// makes an ``AttributeOption`` of it, which knows the property's type.
    public struct AttributeMark: Sendable {
        private init() {}

        /// No two objects have the same value; nil may stand in any number of them. Saving a second
        /// one throws `uniqueViolation`. The type must be `Hashable`.
        public static var unique: AttributeMark { AttributeMark() }

        /// The same, and upserts know what to do where one has the value:
        /// `.unique(conflict: .replace)`. It holds for `save` and `upsert`; `insert` and `update`
        /// throw `uniqueViolation`.
        public static func unique(conflict: ConflictPolicy) -> AttributeMark { AttributeMark() }

        /// Keep an index of it: filters that compare the attribute, ranges, prefixes, and sorts by
        /// it look at the objects in question only.
        public static var indexed: AttributeMark { AttributeMark() }

        /// Keep its values together in memory: filters that compare it read eight bytes an object
        /// where no index helps. Of an attribute stored as a number, date, flag or id.
        public static var columnar: AttributeMark { AttributeMark() }

        /// References in the elements of a collection may lead nowhere: those in dictionaries, in
        /// structs, in inner arrays and in optionals, which no ``DeleteRule`` can follow.
        public static var unguarded: AttributeMark { AttributeMark() }

        /// Store the attribute under another name than its property's: that of an imported column,
        /// or one that a store has already.
        public static func named(_ name: String) -> AttributeMark { AttributeMark() }

        /// The attribute had another name in the store, or several, the newest first. A store that
        /// has it under one of them renames it.
        public static func originalName(_ names: String...) -> AttributeMark { AttributeMark() }

        /// The value lies in a range, or is nil: `.range(0...)`. What breaks the rule is not
        /// stored: it throws `invalidObject`.
        public static func range<Bound: Comparable>(
            _ range: some RangeExpression<Bound>
        ) -> AttributeMark { AttributeMark() }

        /// The value has so many Characters or elements, or is nil: `.length(1...80)`.
        public static func length(_ range: some RangeExpression<Int>) -> AttributeMark {
            AttributeMark()
        }

        /// A regular expression matches somewhere in the text, or it is nil:
        /// `.matching("^[A-Z]{2}$")`.
        public static func matching(_ pattern: String) -> AttributeMark { AttributeMark() }

        /// A function takes the value, and throws where it must not be.
        public static func validated<Value>(
            by check: @Sendable (Value) throws -> Void
        ) -> AttributeMark { AttributeMark() }

        /// Store what a stage makes of the value: a built-in one, `.json`, or one of your own by
        /// its full name, `Transformer<String, String>.reversed`.
        /// - Parameters:
        ///   - stage: converts the value, and back.
        ///   - keepsEquality: `false` if equal values need not be stored equally, as where the
        ///     stage encrypts them: only comparisons with nil compile then. Of built-in stages this
        ///     is known.
        ///   - keepsOrder: `true` if the stage stores values in their order, and says so by its
        ///     own `keepsOrder`: comparisons by order, ranges and sorts compile then. Of
        ///     `.uuidString` this is known.
        public static func transformed(
            by stage: some TransformerStage, keepsEquality: Bool = true, keepsOrder: Bool = false
        ) -> AttributeMark { AttributeMark() }

        /// Store what two stages make of the value, the first one first: `.json, .lz4`.
        public static func transformed(
            by first: some TransformerStage, _ second: some TransformerStage,
            keepsEquality: Bool = true, keepsOrder: Bool = false
        ) -> AttributeMark { AttributeMark() }

        /// Store what three stages make of the value, the first one first.
        public static func transformed(
            by first: some TransformerStage, _ second: some TransformerStage,
            _ third: some TransformerStage, keepsEquality: Bool = true, keepsOrder: Bool = false
        ) -> AttributeMark { AttributeMark() }
    }
#endif
