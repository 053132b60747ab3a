internal import NacreEngine
internal import NacreFormat

/// The values of attributes for objects that were stored before the attributes existed: the
/// defaults of the Swift type in their stored form.
struct DefaultValues {
    private let model: EntityModel
    /// The values that stages take from the store.
    private let stageContext: StageContext

    init(_ model: EntityModel, in stageContext: StageContext) {
        self.model = model
        self.stageContext = stageContext
    }

    /// Returns one value for each leaf; nil if the leaf has no default.
    func values() throws(StoreError) -> [NacreFormat.Value?] {
        hasAny ? try written() : Array(repeating: nil, count: model.leaves.count)
    }

    /// Whether any attribute has a default. Most types have none, and every opening checks.
    private var hasAny: Bool {
        model.attributes.contains { $0.defaultValue != nil }
            || model.leaves.contains { !$0.memberDefaults.isEmpty }
    }

    private func written() throws(StoreError) -> [NacreFormat.Value?] {
        let layout = Layout(id: LayoutID(1), of: model.schema)
        let builder = RecordBuilder(layout)
        let table = SlotTable(
            model.leaves, ordinals: Array(model.leaves.indices), in: layout, stageContext)
        var values: [NacreFormat.Value?] = Array(repeating: nil, count: model.leaves.count)
        // The innermost structs come first and a property's own default last, so that outer
        // defaults override inner ones.
        let members = model.leaves.enumerated()
            .flatMap { start, leaf in leaf.memberDefaults.map { (start, $0) } }
            .sorted { $0.1.depth > $1.1.depth }
            .map { start, member in (start, member.write) }
        let properties = zip(model.starts, model.attributes).compactMap { start, attribute in
            attribute.defaultValue.map { (start, $0) }
        }
        for (start, write) in members + properties {
            builder.reset()
            let held = HeldObjects()
            var row = ObjectEncoder(builder, table, at: start, held)
            do {
                try write(&row)
                guard held.take().isEmpty else {
                    throw AttributeError.notStorable(
                        reason: "it holds objects, which are not in the store")
                }
                for ordinal in start..<row.ordinal {
                    let value = try builder.value(ordinal)
                    values[ordinal] = value.isNull ? nil : value
                }
            } catch {
                throw StoreError(
                    .schemaMismatch,
                    "The default of '\(model.leaves[start].name)' of '\(model.name)' cannot be"
                        + " stored.",
                    cause: ErrorText.reason(error))
            }
        }
        return values
    }
}
