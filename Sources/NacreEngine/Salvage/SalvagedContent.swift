internal import NacreFormat

/// The content found in all segments of a damaged store, sorted: the versions of each row, newest
/// first, and the entities with their newest schemas.
struct SalvagedContent {
    /// The versions by entity, row and commit, newest first.
    private(set) var versions: [RescuedVersion] = []
    private(set) var layouts: [LayoutID: Layout] = [:]
    /// The schemas by entity number.
    private(set) var schemas: [EntityNumber: StoredSchema] = [:]
    /// The number of records of each layout that no segment has. These records cannot be read.
    private(set) var unknownLayouts: [LayoutID: Int] = [:]
    private(set) var problems: [String] = []

    init(_ rescues: [SegmentRescue]) {
        addDefinitions(rescues)
        for rescue in rescues {
            for version in rescue.versions {
                guard version.row.rawValue < .max else { continue }
                if version.layout == .externalValue || layouts[version.layout] != nil {
                    versions.append(version)
                } else if version.kind != .damaged {
                    unknownLayouts[version.layout, default: 0] += 1
                }
            }
        }
        let layouts = layouts
        versions.sort { first, second in
            let (one, other) = (Self.entity(of: first, layouts), Self.entity(of: second, layouts))
            if one != other { return one < other }
            if first.row != second.row { return first.row < second.row }
            if first.commit != second.commit { return first.commit > second.commit }
            return first.isBehind(second)
        }
    }

    func entity(of version: RescuedVersion) -> EntityNumber {
        Self.entity(of: version, layouts)
    }

    private static func entity(
        of version: RescuedVersion, _ layouts: [LayoutID: Layout]
    ) -> EntityNumber {
        layouts[version.layout]?.entity ?? .externalValue
    }

    /// Calls `body` with the versions of each row, as a range of ``versions``.
    func forEachRow(
        of entity: EntityNumber, _ body: (Range<Int>) throws -> Void
    ) rethrows {
        var start = versions.partitioningIndex { self.entity(of: $0) >= entity }
        while start < versions.count, self.entity(of: versions[start]) == entity {
            var end = start + 1
            while end < versions.count, versions[end].row == versions[start].row,
                self.entity(of: versions[end]) == entity
            {
                end += 1
            }
            try body(start..<end)
            start = end
        }
    }

    /// Returns the versions of an external value's row.
    func externals(_ row: RowNumber) -> ArraySlice<RescuedVersion> {
        let start = versions.partitioningIndex {
            entity(of: $0) > .externalValue || $0.row >= row
        }
        return versions[start...].prefix { entity(of: $0) == .externalValue && $0.row == row }
    }

    private mutating func addDefinitions(_ rescues: [SegmentRescue]) {
        var commits: [EntityNumber: CommitNumber] = [:]
        for (commit, schema) in rescues.flatMap(\.schemas)
        where commit >= commits[schema.number] ?? CommitNumber(0) {
            commits[schema.number] = commit
            schemas[schema.number] = schema
        }
        for layout in rescues.flatMap(\.layouts) {
            guard let former = layouts[layout.id] else {
                layouts[layout.id] = layout
                continue
            }
            if former.encoded != layout.encoded {
                problems.append("layout \(layout.id) differs between segments; the first is used")
            }
        }
        for layout in layouts.values.sorted(by: { $0.id > $1.id })
        where schemas[layout.entity] == nil {
            schemas[layout.entity] = layout.schema
            problems.append(
                "the schema of '\(layout.entityName)' cannot be read; it is taken from layout"
                    + " \(layout.id), without its defaults and references")
        }
        for (id, layout) in layouts {
            guard let schema = schemas[layout.entity] else { continue }
            layouts[id] = layout.read(by: schema)
        }
    }
}

extension Layout {
    /// The part of its entity's schema that a layout shows.
    fileprivate var schema: StoredSchema {
        StoredSchema(
            number: entity, name: entityName,
            attributes: attributes.map {
                AttributeSchema(
                    id: $0.id, name: $0.name, type: $0.type, isNullable: $0.nullBit != nil,
                    isUnique: $0.isUnique, pipeline: $0.pipeline)
            }, idOrdinal: idOrdinal)
    }
}
