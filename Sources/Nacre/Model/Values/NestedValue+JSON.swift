internal import NacreFormat

/// Collections as canonical JSON text (Formats.md, "JSON text").
extension NestedValue {
    init(jsonText text: String, _ held: HeldObjectReader? = nil) throws {
        do throws(JSONError) { self.init(.json(try JSONParser.parse(text)), held) } catch {
            throw AttributeError.damaged
        }
    }

    var jsonText: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(to writer: inout JSONWriter) {
        switch content {
        case .value(let value), .entity(_, let value): value.withOneZero.write(to: &writer)
        case .json(let json): writer.write(json, sortedNames: true)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            // Canonical text has its names in the order of their bytes.
            let sorted = members.sorted {
                $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
            }
            for member in sorted {
                writer.name(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
