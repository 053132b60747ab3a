extension Value {
    /// Appends the stored bytes of a value of variable size.
    /// - Returns: false if the value is not of the type.
    package func append(as type: StoredType, to buffer: ByteBuffer) -> Bool {
        switch (type, self) {
        case (.string, .string(let text)), (.json, .json(let text)): buffer.append(utf8: text)
        case (.data, .data(let bytes)): buffer.append(bytes)
        case (.array(let element), .array(let values)):
            for value in values {
                let offset = buffer.count
                buffer.appendZeros(element.width)
                guard ScalarCoding.store(value, as: element, in: buffer, at: offset) else {
                    return false
                }
            }
        default: return false
        }
        return true
    }
}
