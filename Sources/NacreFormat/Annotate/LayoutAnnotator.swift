/// Says what the bytes of a layout are. The layout has been read from just these bytes.
struct LayoutAnnotator {
    private let layout: Layout

    init(_ layout: Layout) {
        self.layout = layout
    }

    func annotate(_ annotator: inout Annotator) {
        annotator.add(fields: LayoutFields.all)
        addText(layout.entityName, "entity name", &annotator)
        for attribute in layout.attributes {
            annotator.beginGroup(
                "attribute \(Annotator.printable(attribute.name))",
                length: LayoutAttributeFields.size + attribute.name.utf8.count)
            annotator.add(fields: LayoutAttributeFields.all) { name, bytes in
                switch name {
                case "stored type": "stored type: \(bytes[0]) \(attribute.type.name)"
                case "null bit": attribute.nullBit == nil ? "null bit: none" : nil
                case "place":
                    "place: \(attribute.type.isVariable ? "value" : "slot at") \(attribute.place)"
                default: nil
                }
            }
            addText(attribute.name, "name", &annotator)
            annotator.endGroup()
        }
    }

    private func addText(_ text: String, _ name: String, _ annotator: inout Annotator) {
        let count = text.utf8.count
        annotator.add(.text, count: count, name)
        let alignment = Format.alignment
        annotator.add(count: (alignment - count % alignment) % alignment, "padding")
    }
}
