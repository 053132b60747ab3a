/// Annotates the bytes of a layout that was decoded from these same bytes.
struct LayoutAnnotator {
    private let layout: Layout

    init(_ layout: Layout) {
        self.layout = layout
    }

    func annotate(_ annotator: inout Annotator) {
        annotator.add(fields: LayoutFields.all)
        addTexts([(layout.entityName, "entity name")], &annotator)
        for attribute in layout.attributes {
            let pipeline = Pipeline.text(attribute.pipeline)
            annotator.beginGroup(
                "attribute \(Annotator.printable(attribute.name))",
                length: LayoutAttributeFields.size + attribute.name.utf8.count
                    + pipeline.utf8.count)
            annotator.add(fields: LayoutAttributeFields.all) { name, bytes in
                switch name {
                case "stored type": "stored type: \(bytes[0]) \(attribute.type.name)"
                case "null bit": attribute.nullBit == nil ? "null bit: none" : nil
                case "place":
                    "place: \(attribute.type.isVariable ? "value" : "slot at") \(attribute.place)"
                default: nil
                }
            }
            addTexts([(attribute.name, "name"), (pipeline, "pipeline")], &annotator)
            annotator.endGroup()
        }
    }

    /// Annotates consecutive texts, and the padding after the last one.
    private func addTexts(_ texts: [(text: String, name: String)], _ annotator: inout Annotator) {
        var count = 0
        for (text, name) in texts {
            annotator.add(.text, count: text.utf8.count, name)
            count += text.utf8.count
        }
        let alignment = Format.alignment
        annotator.add(count: (alignment - count % alignment) % alignment, "padding")
    }
}
