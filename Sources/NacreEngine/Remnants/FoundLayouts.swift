internal import NacreFormat

/// The layouts that all files of a store have. A part of a commit that was aborted may have another
/// layout of the same number, so records are tried with each of them.
struct FoundLayouts {
    private var layouts: [LayoutID: [Layout]] = [:]

    /// Maximum number of layouts with the same number: more are those of a hostile file.
    private static let samesMax = 8

    /// Adds the layouts in the frames of a file.
    mutating func add(framesIn view: ByteView) {
        var frames = LooseFrames(view)
        while let frame = frames.next() {
            guard frame.header.kind == .layout else { continue }
            if let layout = try? Layout.decode(frame.definition, origin: frame.payloadOffset) {
                add(layout)
            }
        }
    }

    mutating func add(_ layout: Layout) {
        let known = layouts[layout.id] ?? []
        guard known.count < Self.samesMax,
            !known.contains(where: { Self.isSame($0, layout) })
        else { return }
        layouts[layout.id] = known + [layout]
    }

    private static func isSame(_ first: Layout, _ second: Layout) -> Bool {
        first.entity == second.entity && first.entityName == second.entityName
            && first.attributes == second.attributes && first.fixedEnd == second.fixedEnd
            && first.idOrdinal == second.idOrdinal
    }

    subscript(id: LayoutID) -> [Layout] { layouts[id] ?? [] }

    /// The attributes with a stage whose effect only their program knows.
    var unreadAttributes: [String] {
        var names: Set<String> = []
        for layout in layouts.values.joined() {
            for attribute in layout.attributes {
                if let stage = attribute.pipeline.first(where: Self.isUnknown) {
                    names.insert("\(layout.entityName).\(attribute.name) (\(stage))")
                }
            }
        }
        return names.sorted()
    }

    private static let knownStages = [
        "json", "lz4", "lz4@2", "propertyList", "utf8", "isoDate", "uuidString",
    ]

    private static func isUnknown(_ stage: String) -> Bool {
        // The stages of keys apply to names, which are searched like any text.
        let stage = stage.hasPrefix("key.") ? String(stage.dropFirst(4)) : stage
        return !knownStages.contains(stage) && !stage.hasPrefix("derived@")
    }
}
