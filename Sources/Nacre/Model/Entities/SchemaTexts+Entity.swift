internal import NacreEngine
internal import NacreFormat

extension SchemaTexts {
    /// Collects what a type declares for its requests and objects.
    /// - Parameter attributes: The type's attributes, whose rules come before those of objects.
    init<Owner: Entity>(of type: Owner.Type, _ attributes: [AnyAttribute]) {
        let sorts = Owner.defaultSort.sorts
        let filter = Owner.defaultFilter.scoped
        // A filter that only a store can encode has no text.
        let hasFilter = filter.content != .all && filter.textProblem == nil
        self.init(
            defaultSort: sorts.isEmpty ? nil : sorts.order,
            defaultFilter: hasFilter ? filter.content.withSortedValues.description : nil,
            rules: attributes.flatMap { attribute in
                attribute.ruleTexts.map { "\(attribute.name): \($0)" }
            } + Owner.rules.map(\.text))
    }

    /// The parts that differ from those of other texts, with their articles.
    func changes(from others: SchemaTexts) -> [String] {
        var parts: [String] = []
        if defaultSort != others.defaultSort { parts.append("another default sort") }
        if defaultFilter != others.defaultFilter { parts.append("another default filter") }
        if rules != others.rules { parts.append("other rules") }
        return parts
    }
}

extension EntityModel {
    /// The parts of the type's declaration that only its program applies.
    var texts: SchemaTexts {
        func texts(of type: (some Entity).Type) -> SchemaTexts { SchemaTexts(of: type, attributes) }
        return type.map { texts(of: $0) } ?? SchemaTexts()
    }
}

extension FilterExpression {
    /// The filter with the values of its lists in ascending order. A list that was made of a set is
    /// in another order in each process.
    fileprivate var withSortedValues: FilterExpression {
        switch self {
        case .and(let parts): .and(parts.map(\.withSortedValues))
        case .or(let parts): .or(parts.map(\.withSortedValues))
        case .not(let part): .not(part.withSortedValues)
        case .membership(let name, let values):
            .membership(name, values.sorted { $0.order(relativeTo: $1) < 0 })
        case .reference(let name, let test): .reference(name, test.withSortedValues)
        case .inner(let name, let part, let test): .inner(name, part, test.withSortedValues)
        default: self
        }
    }
}
