#if Macros
    /// Declares a full-text search over attributes of the enclosing ``Entity()``:
    /// `#Search<Note>([\.title, \.body, \.tags], weights: [\.title: 4])`.
    ///
    /// The attributes hold texts or collections of texts, also behind `.utf8`, `.json` and LZ4. The
    /// store keeps an index of their words. It builds it in the background, and searches by reading
    /// the texts until it is done. Adding or removing the declaration needs no migration and never
    /// changes objects. For a single search by the usual rules, `@Attribute(.searchable)` is
    /// enough.
    /// - Parameters:
    ///   - keys: The attributes.
    ///   - name: The name, by which requests choose among several searches of an entity.
    ///   - weights: How much a word counts in an attribute; 1 in those that are not listed.
    ///   - tokenizer: The rules by which texts are split into words.
    @freestanding(declaration)
    public macro Search<Owner: Entity>(
        _ keys: [PartialKeyPath<Owner.Fields>], named name: String = "",
        weights: [PartialKeyPath<Owner.Fields>: Double] = [:],
        tokenizer: SearchTokenizer = .words
    ) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")
#endif
