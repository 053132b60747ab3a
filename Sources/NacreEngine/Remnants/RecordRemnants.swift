internal import NacreFormat

/// Looks for a text in one file as a whole and in the records that it has, whatever part of a
/// segment it is.
struct RecordRemnants {
    /// A value over 64 KiB, whose owner may be in another file.
    struct Apart {
        let offset: Int
        let form: Remnant.Form
        let reference: ExternalReference
    }

    private let text: SearchedText
    private let file: String
    private let layouts: FoundLayouts
    /// Computes the keys of ids; nil if no manifest can be read.
    private let key: IDKey?
    /// The offsets of the bytes of the text, ascending, and the object that each belongs to.
    private let plain: [Int]
    private var owners: [Int: Remnant] = [:]
    private var found: Set<Remnant> = []
    private(set) var apart: [Apart] = []
    /// The attributes of the values that are stored apart.
    private(set) var places: [ExternalReference: Remnant] = [:]
    /// Whether the file has too many places, or could not be read to its end.
    private(set) var isCut = false

    /// Maximum number of places in a file that are reported.
    static let remnantsMax = 10_000

    init(
        _ text: SearchedText, in file: String, _ layouts: FoundLayouts, _ key: IDKey?,
        _ view: ByteView
    ) {
        self.text = text
        self.file = file
        self.layouts = layouts
        self.key = key
        plain = text.offsets(in: view, max: Self.remnantsMax)
        isCut = plain.count == Self.remnantsMax
        var frames = LooseFrames(view)
        while found.count < Self.remnantsMax, let frame = frames.next() {
            switch frame.header.kind {
            case .records:
                let records = frame.records
                look(at: frame.payload[records], frame.payloadOffset + records.lowerBound)
            case .compacted: lookAtRuns(frame.payload, frame.payloadOffset)
            default: break
            }
        }
        if frames.isCut || found.count == Self.remnantsMax { isCut = true }
    }

    /// The places, except those in values that are stored apart.
    var remnants: [Remnant] {
        let apart = Set(apart.filter { $0.form == .bytes }.map(\.offset))
        let bytes = plain.filter { !apart.contains($0) }.map { offset in
            owners[offset] ?? remnant(offset, .bytes)
        }
        return bytes + found
    }

    private func remnant(
        _ offset: Int, _ form: Remnant.Form, _ layout: Layout? = nil, _ row: RowNumber? = nil,
        _ attribute: String? = nil
    ) -> Remnant {
        Remnant(
            file: file, offset: offset, form: form, entity: layout?.entityName,
            row: row?.rawValue, attribute: attribute)
    }

    /// Returns the offsets of the text's bytes in a range.
    private func plainOffsets(in range: Range<Int>) -> ArraySlice<Int> {
        let start = plain.partitioningIndex { $0 >= range.lowerBound }
        let end = plain.partitioningIndex { $0 >= range.upperBound }
        return plain[start..<max(start, end)]
    }

    // MARK: Records

    /// Looks at the records of the runs of a compacted frame.
    private mutating func lookAtRuns(_ payload: ByteView, _ origin: Int) {
        var offset = 0
        while payload.count - offset >= RunFields.size {
            let length = payload.load(UInt32.self, at: offset + RunFields.length.offset)
            offset += RunFields.size
            let end = offset + min(Int(length), payload.count - offset)
            look(at: payload[offset..<end], origin + offset)
            offset = end
        }
    }

    private mutating func look(at records: ByteView, _ origin: Int) {
        var rescue = RecordRescue(records, at: origin)
        while let next = rescue.next() {
            guard case .record(let record, let offset) = next else { continue }
            switch record.kind {
            case .put:
                for layout in layouts[record.layout]
                where (try? record.check(layout, origin: offset)) != nil {
                    look(at: record, offset, layout)
                }
            case .externalValue: lookAtExternal(record, offset)
            case .tombstone: lookAtDeletion(record, offset)
            case .patch, nil: break
            }
        }
    }

    private mutating func look(at record: RecordView, _ offset: Int, _ layout: Layout) {
        var start = offset + layout.valuesOffset(record.flags)
        for attribute in layout.attributes {
            func hit(_ place: Int, _ form: Remnant.Form) -> Remnant {
                remnant(place, form, layout, record.row, attribute.name)
            }
            if let type = attribute.type.scalar {
                if let bit = attribute.nullBit, record.isNull(at: layout.nullPlace(bit)) {
                    continue
                }
                let value = ScalarCoding.load(type, from: record.bytes, at: attribute.place)
                if let value, text.isEqual(to: value) {
                    found.insert(hit(offset + attribute.place, .decoded))
                }
                continue
            }
            // Values are in the order of the attributes.
            let bytes = record.variable(attribute.place, layout)
            let range = start..<start + bytes.count
            start = range.upperBound
            if record.isExternal(attribute.place, layout) {
                let reference = ExternalReference(bytes)
                if places[reference] == nil { places[reference] = hit(offset, .bytes) }
                continue
            }
            let plain = plainOffsets(in: range)
            for place in plain { owners[place] = hit(place, .bytes) }
            if plain.isEmpty, isHidden(in: bytes, attribute.type) {
                found.insert(hit(range.lowerBound, .decoded))
            }
        }
    }

    private func isHidden(in bytes: ByteView, _ type: StoredType) -> Bool {
        guard case .array = type else { return HiddenText.occurs(text, in: bytes) }
        return RecordDecoder.value(of: bytes, as: type).map { text.isEqual(to: $0) } ?? false
    }

    private mutating func lookAtExternal(_ record: RecordView, _ offset: Int) {
        let value = record.externalValue
        let start = offset + RecordFields.size
        let plain = plainOffsets(in: start..<start + value.count)
        let isHidden = plain.isEmpty && HiddenText.occurs(text, in: value)
        guard isHidden || !plain.isEmpty else { return }
        let reference = ExternalReference(
            length: UInt64(value.count), row: record.row, crc: value.crc)
        apart += plain.map { Apart(offset: $0, form: .bytes, reference: reference) }
        if isHidden { apart.append(Apart(offset: start, form: .decoded, reference: reference)) }
    }

    private mutating func lookAtDeletion(_ record: RecordView, _ offset: Int) {
        guard let key, (try? record.checkWithoutLayout(origin: offset)) != nil else { return }
        for layout in layouts[record.layout] {
            let id = layout.attributes[layout.idOrdinal]
            if let value = text.value(as: id.type), key(value) == record.idKey {
                found.insert(remnant(offset, .key, layout, record.row))
            }
        }
    }
}
