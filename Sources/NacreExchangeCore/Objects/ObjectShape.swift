package import NacreFormat

/// The members of an entity's objects in JSON. A struct that is stored inside its owner is an
/// object of its own, although its properties are attributes of the owner: `townHall.city` is the
/// member `city` of the member `townHall`.
package struct ObjectShape: Sendable {
    /// A member: the value of an attribute, or the properties of a struct.
    private indirect enum Member: Sendable {
        case value(name: String, ordinal: Int)
        /// - Parameters:
        ///   - path: The attribute names of the properties begin with it and a point.
        ///   - presence: The ordinal of the attribute that says whether there is a struct; nil if
        ///     there always is one.
        case group(name: String, path: String, presence: Int?, members: [Member])
    }

    private let members: [Member]
    private let attributes: [AttributeSchema]
    /// The structs by the paths of their properties. Empty for most entities.
    private let groups: [String: Member]
    private let names: Set<String>

    /// Makes the shape of some attributes of an entity.
    /// - Parameter ordinals: The ordinals of the attributes, in the order of the members.
    package init(_ schema: StoredSchema, _ ordinals: [Int]) {
        attributes = schema.attributes
        names = Set(ordinals.map { schema.attributes[$0].name })
        var rest = ordinals.map { (path: schema.attributes[$0].name, ordinal: $0) }[...]
        members = Self.members(in: "", of: &rest)
        var groups: [String: Member] = [:]
        Self.collect(members, into: &groups)
        self.groups = groups
    }

    private static func members(
        in path: String, of rest: inout ArraySlice<(path: String, ordinal: Int)>
    ) -> [Member] {
        let prefix = path.isEmpty ? "" : "\(path)."
        var members: [Member] = []
        while let (next, ordinal) = rest.first, next.hasPrefix(prefix) {
            let own = next.dropFirst(prefix.count)
            let name = String(own.prefix { $0 != "." })
            let inner = prefix + name
            let isPresence = own.count == name.count
            if isPresence { rest.removeFirst() }
            if rest.first?.path.hasPrefix("\(inner).") == true {
                let inside = Self.members(in: inner, of: &rest)
                members.append(
                    .group(
                        name: name, path: inner, presence: isPresence ? ordinal : nil,
                        members: inside))
            } else {
                members.append(.value(name: name, ordinal: ordinal))
            }
        }
        return members
    }

    private static func collect(_ members: [Member], into groups: inout [String: Member]) {
        for member in members {
            guard case .group(_, let path, _, let inside) = member else { continue }
            groups[path] = member
            collect(inside, into: &groups)
        }
    }
}

extension ObjectShape {
    /// Writes an object.
    /// - Parameter values: The values of all attributes, in the order of the schema.
    package func write(_ values: [Value], to writer: inout JSONWriter) {
        write(members, values, to: &writer)
    }

    private func write(_ members: [Member], _ values: [Value], to writer: inout JSONWriter) {
        writer.beginObject()
        for member in members {
            switch member {
            case .value(let name, let ordinal):
                writer.name(name)
                values[ordinal].write(to: &writer)
            case .group(let name, _, let presence, let inside):
                writer.name(name)
                if let presence, values[presence].isNull {
                    writer.null()
                } else {
                    write(inside, values, to: &writer)
                }
            }
        }
        writer.endObject()
    }
}

extension ObjectShape {
    /// Returns whether there is an attribute of a name.
    package func has(_ name: String) -> Bool { names.contains(name) }

    /// Returns the members of an object under the names of attributes. Members that have such names
    /// already, `"townHall.city"`, stay as they are.
    package func flattened(_ members: [JSONMember]) -> [JSONMember] {
        guard !groups.isEmpty else { return members }
        var flat: [JSONMember] = []
        for member in members { append(member, at: member.name, to: &flat) }
        return flat
    }

    private func append(_ member: JSONMember, at path: String, to flat: inout [JSONMember]) {
        switch (groups[path], member.value) {
        case (.group(_, _, let presence, _)?, .object(let members)):
            if let presence {
                flat.append(JSONMember(name: attributes[presence].name, value: .bool(true)))
            }
            for inside in members { append(inside, at: "\(path).\(inside.name)", to: &flat) }
        default:
            flat.append(JSONMember(name: path, value: member.value))
        }
    }
}

/// Optional structs, whose attribute of the same name says whether there is one.
extension ObjectShape {
    /// Makes the values of optional structs agree: a struct that is null has no values, and one
    /// with a value is there.
    /// - Parameters:
    ///   - values: The values of all attributes, in the order of the schema.
    ///   - isSet: Whether each of them comes from a member.
    /// - Returns: The name of an attribute that has a value although its struct is null; nil if
    ///   there is none.
    package func settle(_ values: inout [Value], isSet: [Bool]) -> String? {
        groups.isEmpty ? nil : settle(members, &values, isSet, isNull: false)
    }

    /// Returns the message of the error for an attribute that ``settle(_:isSet:)`` returns.
    package static func message(ofValueOfNull name: String) -> String {
        "'\(name)' has a value, but the struct that it is in is null. Leave one of them out."
    }

    private func settle(
        _ members: [Member], _ values: inout [Value], _ isSet: [Bool], isNull: Bool
    ) -> String? {
        for member in members {
            switch member {
            case .value(_, let ordinal):
                guard isNull else { continue }
                if isSet[ordinal], !values[ordinal].isNull { return attributes[ordinal].name }
                values[ordinal] = .null
            case .group(_, _, let presence, let inside):
                var isNullInside = isNull
                if let presence {
                    if isNull, isSet[presence], !values[presence].isNull {
                        return attributes[presence].name
                    }
                    if isNull { values[presence] = .null }
                    if isSet[presence] {
                        isNullInside = values[presence].isNull
                    } else if !isNull, hasValue(inside, values, isSet) {
                        values[presence] = .bool(true)
                    }
                }
                if let name = settle(inside, &values, isSet, isNull: isNullInside) { return name }
            }
        }
        return nil
    }

    /// Returns whether a member has set one of the properties to a value.
    private func hasValue(_ members: [Member], _ values: [Value], _ isSet: [Bool]) -> Bool {
        members.contains { member in
            switch member {
            case .value(_, let ordinal): isSet[ordinal] && !values[ordinal].isNull
            case .group(_, _, let presence, let inside):
                presence.map { isSet[$0] && !values[$0].isNull } == true
                    || hasValue(inside, values, isSet)
            }
        }
    }
}
