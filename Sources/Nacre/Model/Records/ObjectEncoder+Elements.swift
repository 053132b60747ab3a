internal import NacreFormat

/// Arrays of values, which are one attribute.
extension ObjectEncoder {
    /// Writes an array of scalars as integers of their width.
    /// - Parameter integer: Returns the integer of an element.
    @inlinable
    mutating func store<Element, Integer: FixedWidthInteger>(
        elements: [Element], _ integer: (Element) -> Integer
    ) {
        let width = MemoryLayout<Integer>.size
        // SAFETY: there is room for all elements, which are written one after another.
        var target = unsafe reserveVariable(elements.count * width)
        for element in elements {
            unsafe target.storeBytes(of: integer(element).littleEndian, as: Integer.self)
            unsafe target += width
        }
    }

    /// Writes an array of strings.
    mutating func store(strings: [String]) {
        let slot = next()
        withBuilder { builder in
            builder.setVariable(Int(slot.place)) { JSONStringList.append(strings, to: $0) }
        }
    }

    /// Writes an array of values of any type, each by way of a stored value.
    @usableFromInline
    mutating func store<Element: AttributeValue>(anyElements elements: [Element]) throws {
        guard let scalar = Element.attributeType.scalar else {
            return store(list: try elements.nested())
        }
        let held = held
        let values = try elements.map { try $0.nested().value(as: .scalar(scalar), held) }
        try store(.array(values))
    }
}
