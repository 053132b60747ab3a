#if Macros
    // To add an option, also add an AttributeOption, and read the option in the plugin's
    // PropertyParser and AttributeAnnotations.

    /// An option that ``Attribute(_:)`` sets for a property. Only the text of an annotation counts:
    /// ``Entity()`` turns it into an ``AttributeOption``, which knows the property's type.
    public struct AttributeAnnotation: Sendable {
        private init() {}

        /// Makes the property the id of the entity's objects. The macro adds a property `id` that
        /// returns it. The type must be `Storable` and `Hashable`.
        public static var id: AttributeAnnotation { AttributeAnnotation() }

        /// Requires that no two objects have the same value when a change ends; otherwise it throws
        /// `uniqueViolation`. Any number of objects may have nil. The type must be `Hashable`.
        public static var unique: AttributeAnnotation { AttributeAnnotation() }

        /// Requires that no two objects have the same value, and sets how upserts treat an object
        /// whose value exists already: `.unique(conflict: .replace)`. The policy applies to `save`
        /// and `upsert`; `insert` and `update` ignore it.
        public static func unique(conflict: ConflictPolicy) -> AttributeAnnotation {
            AttributeAnnotation()
        }

        /// Keeps an index of the attribute: filters that compare it, ranges, prefixes and sorts by
        /// it read only the objects in question.
        public static var indexed: AttributeAnnotation { AttributeAnnotation() }

        /// Keeps the attribute's values together in memory: if no index helps, filters that compare
        /// it read eight bytes per object. Allowed for attributes stored as a number, date, flag,
        /// id, text or data.
        public static var columnar: AttributeAnnotation { AttributeAnnotation() }

        /// Adds the attribute to the entity's full-text search. All attributes with this option are
        /// one search. For several searches, and other rules for words, use `#Search`. Allowed for
        /// texts and collections of texts.
        public static var searchable: AttributeAnnotation { AttributeAnnotation() }

        /// Adds the attribute to the entity's full-text search.
        /// - Parameter weight: How much a word counts in this attribute. In others it is 1.
        public static func searchable(weight: Double) -> AttributeAnnotation {
            AttributeAnnotation()
        }

        /// Allows dangling references in the elements of a collection that no ``DeleteRule`` can
        /// follow: those in dictionaries, in structs, in inner arrays and in optionals.
        public static var unguarded: AttributeAnnotation { AttributeAnnotation() }

        /// Stores the attribute under another name than its property's, such as the name of an
        /// imported column or of an existing attribute.
        public static func named(_ name: String) -> AttributeAnnotation { AttributeAnnotation() }

        /// Declares former names of the attribute in the store, the newest first. A store that has
        /// the attribute under one of them renames it.
        public static func originalName(_ names: String...) -> AttributeAnnotation {
            AttributeAnnotation()
        }

        /// Requires that the value is nil or lies in a range: `.range(0...)`. A value that breaks a
        /// rule is not stored: saving it throws `invalidObject`.
        public static func range<Bound: Comparable>(
            _ range: some RangeExpression<Bound>
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Requires that the value is nil or its number of Characters or elements lies in a range:
        /// `.length(1...80)`.
        public static func length(_ range: some RangeExpression<Int>) -> AttributeAnnotation {
            AttributeAnnotation()
        }

        /// Requires that the text is nil or a regular expression matches somewhere in it:
        /// `.matching("^[A-Z]{2}$")`.
        public static func matching(_ pattern: String) -> AttributeAnnotation {
            AttributeAnnotation()
        }

        /// Requires that a function accepts the value. It throws if the value is not allowed.
        public static func validated<Value>(
            by check: @Sendable (Value) throws -> Void
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of a stage instead of the value. The stage is a built-in one, such as
        /// `.json`, or the program's own by its full name, `Transformer<String, String>.reversed`.
        /// - Parameters:
        ///   - stage: The stage, which converts the value, and back.
        ///   - keepsEquality: `false` if equal values may be stored differently, for example
        ///     because the stage encrypts them. Then only comparisons with nil compile. It need not
        ///     be declared for built-in stages.
        ///   - keepsOrder: `true` if the stage stores values in their order and declares it by its
        ///     own `keepsOrder`. Then comparisons by order, ranges and sorts compile. It need not
        ///     be declared for `.uuidString`.
        ///   - keepsText: `true` if the stage stores a part of a value as the same part of its text
        ///     and declares it by its own `keepsText`. Then `hasPrefix`, `hasSuffix` and `contains`
        ///     compile.
        public static func transformed(
            by stage: some TransformerStage, keepsEquality: Bool = true, keepsOrder: Bool = false,
            keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of two stages, which are applied from left to right: `.json, .lz4`.
        public static func transformed(
            by first: some TransformerStage, _ second: some TransformerStage,
            keepsEquality: Bool = true, keepsOrder: Bool = false, keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of three stages, which are applied from left to right.
        public static func transformed(
            by first: some TransformerStage, _ second: some TransformerStage,
            _ third: some TransformerStage, keepsEquality: Bool = true, keepsOrder: Bool = false,
            keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of a stage for each element of an array or a set:
        /// `@Attribute(.transformed(elementsBy: .uuidString)) var devices: [UUID]`.
        /// - Parameters: As of the function for a whole value, for an element.
        public static func transformed(
            elementsBy stage: some TransformerStage, keepsEquality: Bool = true,
            keepsOrder: Bool = false, keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of two stages for each element of an array or a set.
        public static func transformed(
            elementsBy first: some TransformerStage, _ second: some TransformerStage,
            keepsEquality: Bool = true, keepsOrder: Bool = false, keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }

        /// Stores the result of a closure or key path, as a stage with a name:
        ///
        /// ```swift
        /// @Attribute(
        ///     .transformed(
        ///         "edition", by: { (edition: Edition) in edition.number },
        ///         reverse: { (number: Int) in Edition(number) }))
        /// var edition: Edition
        /// ```
        /// Write the types of the closures' parameters: the compiler checks the arguments before it
        /// knows the property's type.
        /// - Parameters:
        ///   - name: The name of the stage, which the store keeps; see ``Transformer``.
        ///   - transform: Converts a value to the stored one. It may throw, or return nil for a
        ///     value that cannot be stored.
        ///   - reverse: Converts a stored value back. It may throw, or return nil for a stored
        ///     value that no value has.
        ///   - keepsEquality: `false` if equal values may be stored differently.
        ///   - keepsOrder: `true` if a lesser value is stored as a lesser one.
        ///   - keepsText: `true` if a part of a value is stored as the same part of its text.
        public static func transformed<Value, Stored>(
            _ name: String, by transform: (Value) throws -> Stored?,
            reverse: (Stored) throws -> Value?, keepsEquality: Bool = true,
            keepsOrder: Bool = false, keepsText: Bool = false
        ) -> AttributeAnnotation { AttributeAnnotation() }
    }
#endif
