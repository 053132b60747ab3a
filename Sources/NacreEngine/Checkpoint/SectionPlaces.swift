internal import NacreFormat

/// A lookup of the sections of a checkpoint. A store may have many entities, each with several
/// sections.
struct SectionPlaces {
    private let sections: [CheckpointSection]
    /// The indexes of the sections, by entity number. Empty if there are few sections; then they
    /// are searched linearly.
    private var places: [[Int]] = []

    private static let fewMax = 64

    init(_ sections: [CheckpointSection]) {
        self.sections = sections
        guard sections.count > Self.fewMax else { return }
        for (place, section) in sections.enumerated() {
            let entity = Int(section.entity.rawValue)
            while places.count <= entity { places.append([]) }
            places[entity].append(place)
        }
    }

    /// Returns the index, in the directory, of the only section of a kind.
    func place(
        of kind: CheckpointSectionKind, _ entity: EntityNumber, number: UInt32? = nil
    ) throws(FormatError) -> Int {
        let index = Int(entity.rawValue)
        let found =
            places.isEmpty
            ? matching(kind, entity, number, among: sections.indices)
            : index < places.count
                ? matching(kind, entity, number, among: places[index]) : []
        guard found.count == 1 else {
            throw FormatError(
                .badValue, structure: "checkpoint", field: "sections '\(kind)' of entity \(entity)",
                offset: CheckpointHeaderFields.size, expected: "one", found: "\(found.count)")
        }
        return found[0]
    }

    private func matching(
        _ kind: CheckpointSectionKind, _ entity: EntityNumber, _ number: UInt32?,
        among places: some Sequence<Int>
    ) -> [Int] {
        places.filter { place in
            let section = sections[place]
            return section.kind == kind && section.entity == entity
                && section.number == number ?? section.number
        }
    }
}
