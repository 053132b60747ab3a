/// The JSON form of values, in `dump` and `load` and everywhere else (Formats.md, "JSON forms").
extension Value {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.bool(bool)
        case .int(let number): writer.integer(number)
        case .uint(let number): writer.unsigned(number)
        case .float(let number): writer.double(Double(number))
        case .double(let number): writer.double(number)
        case .date(let seconds):
            if let text = DateText.text(seconds) {
                writer.string(text)
            } else {
                writer.double(seconds)
            }
        case .uuid(let uuid): writer.string(uuid.description)
        case .decimal(let decimal): writer.string(decimal.description)
        case .objectID(let id): writer.string(ObjectIDText.text(id))
        case .string(let text): writer.string(text)
        case .data(let bytes): writer.string(Base64.text(bytes))
        case .json(let text): writer.raw(text.utf8)
        case .array(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        }
    }

    /// The JSON form as a tree; nil if the text of a value of type json is invalid.
    package var jsonForm: JSONValue? {
        var writer = JSONWriter()
        write(to: &writer)
        return try? JSONParser.parse(writer.bytes)
    }

    /// Makes a value of a type from its JSON form; nil if it is invalid.
    package init?(_ json: JSONValue, as type: StoredType) {
        if json.isNull {
            self = .null
            return
        }
        switch type {
        case .scalar(let type):
            guard let value = Value(json, as: type) else { return nil }
            self = value
        case .string:
            guard let text = json.asString else { return nil }
            self = .string(text)
        case .data:
            guard let text = json.asString, let bytes = Base64.bytes(text) else { return nil }
            self = .data(bytes)
        case .json:
            self = .json(json: json)
        case .array(let element):
            guard let array = json.asArray else { return nil }
            var values: [Value] = []
            for item in array {
                guard let value = Value(item, as: element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        }
    }

    /// Returns the reason why a value of type json cannot have its text, which must be canonical
    /// and not `null` alone; nil if it can, and for all other values.
    package func jsonProblem(depthLimit: Int = Format.jsonDepthMax) -> String? {
        guard case .json(let text) = self else { return nil }
        do throws(JSONError) {
            guard let value = try JSONParser.parseCanonical(text, depthLimit: depthLimit) else {
                return "JSON in another form"
            }
            return value.isNull ? "null, which is stored as a null attribute and not as JSON" : nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns a nested or mixed value with its canonical text.
    package static func json(json: JSONValue) -> Value {
        .json(String(decoding: JSONWriter.bytes(of: json, sortedNames: true), as: UTF8.self))
    }

    private init?(_ json: JSONValue, as type: ScalarType) {
        let value: Value? =
            switch type {
            case .bool: json.asBool.map { .bool($0) }
            case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
                json.asInteger.map { .int($0) }
            case .uint64: json.asUnsigned.map { .uint($0) }
            case .float: json.asNumber.map { .float(Float($0)) }
            case .double: json.asNumber.map { .double($0) }
            case .date:
                json.asString.flatMap(DateText.date).map { .date($0) }
                    ?? json.asNumber
                    .map { .date($0) }
            case .uuid: json.asString.flatMap { UUIDValue($0) }.map { .uuid($0) }
            case .decimal: json.asDecimal.map { .decimal($0) }
            case .objectID: json.asString.flatMap(ObjectIDText.id).map { .objectID($0) }
            }
        guard let value, value.fits(type) else { return nil }
        self = value
    }

    /// Returns whether an integer is in its type's range; true for other values.
    private func fits(_ type: ScalarType) -> Bool {
        guard case .int(let number) = self else { return true }
        return switch type {
        case .int8: Int8(exactly: number) != nil
        case .int16: Int16(exactly: number) != nil
        case .int32: Int32(exactly: number) != nil
        case .uint8: UInt8(exactly: number) != nil
        case .uint16: UInt16(exactly: number) != nil
        case .uint32: UInt32(exactly: number) != nil
        default: true
        }
    }
}

extension JSONValue {
    fileprivate var asUnsigned: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .number(let digits): UInt64(digits)
        default: nil
        }
    }

    /// A double, including an integer that it holds exactly and the strings for NaN and the
    /// infinities, which JSON has no numbers for.
    fileprivate var asNumber: Double? {
        switch self {
        case .integer(let number): Double(exactly: number)
        case .double(let number): number
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: nil
        }
    }

    fileprivate var asDecimal: DecimalValue? {
        switch self {
        case .string(let text), .number(let text): DecimalValue(text)
        case .integer(let number): DecimalValue(String(number))
        case .double(let number): DecimalValue(number.description)
        default: nil
        }
    }
}
