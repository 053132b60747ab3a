/// A renderer of the members that `@Embedded` adds to an enum: its parts as an embedded struct, and
/// the conversions to and from it. The parts are the case and the values of each case, which are
/// nil for all cases but one.
struct EnumRenderer {
    private let declaration: EnumDeclaration

    init(_ declaration: EnumDeclaration) { self.declaration = declaration }

    /// The members in the order in which they are generated.
    var members: [String] {
        [
            caseType, payloads,
            structure("EmbeddedParts", parts),
            FieldsRenderer(owner: owner).fields("Fields", of: parts),
            initializer, property,
        ]
    }

    private var access: String { declaration.access.ofMembers }

    private var carrying: [EnumCase] { declaration.cases.filter { !$0.payload.isEmpty } }

    private var owner: StructDeclaration {
        StructDeclaration(name: declaration.name, access: declaration.access, properties: [])
    }

    private var parts: [PropertyDeclaration] {
        let access = declaration.access.ofNested
        return [PropertyDeclaration(name: "`case`", type: "Case", access: access)]
            + carrying.map {
                PropertyDeclaration(name: $0.name, type: "_Payload.\($0.name)?", access: access)
            }
    }

    private var caseType: String {
        var lines = declaration.cases.map { "case \($0.name)" }
        var protocols = "Swift.String, Nacre.Storable, Swift.CaseIterable"
        if declaration.hasUnknownCase {
            protocols = "Swift.String, Nacre.HasUnknownCase, Swift.CaseIterable"
            lines.append(
                "\(access)static let unknownCase: Case ="
                    + " \(declaration.name).unknownCase.embeddedParts.`case`")
        }
        return Code.block("nonisolated \(access)enum Case: \(protocols)", lines)
    }

    private var payloads: String {
        Code.block(
            "nonisolated \(access)enum _Payload",
            carrying.map { structure($0.name, $0.payload) })
    }

    /// Returns an embedded struct.
    private func structure(_ name: String, _ properties: [PropertyDeclaration]) -> String {
        let embedded = StructDeclaration(
            name: name, access: declaration.access.ofNested, properties: properties)
        return Code.block(
            "nonisolated \(access)struct \(name): Nacre.Embedded",
            properties.map { "\(access)let \($0.name): \($0.type)" }
                + EmbeddedRenderer(embedded).members)
    }

    private var initializer: String {
        let lines = declaration.cases.flatMap { one in
            guard !one.payload.isEmpty else { return ["case .\(one.name): self = .\(one.name)"] }
            let values = zip(one.payload, one.labels).map { property, label in
                (label.map { "\($0): " } ?? "") + "_payload.\(property.name)"
            }
            return [
                "case .\(one.name):",
                "    let _payload = try Self._payload("
                    + "_parts.\(one.name), of: \"\(one.plainName)\")",
                "    self = .\(one.name)(\(values.joined(separator: ", ")))",
            ]
        }
        return Code.block(
            "nonisolated \(access)init(embeddedParts _parts: EmbeddedParts) throws",
            ["switch _parts.`case` {"] + lines + ["}"])
    }

    private var property: String {
        let lines = declaration.cases.flatMap { one in
            let names = one.payload.indices.map { "_\($0)" }
            let pattern =
                names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
            let arguments = zip(one.payload, names).map { "\($0.label): \($1)" }
            let others = carrying.map { other in
                let label = PropertyDeclaration(name: other.name, type: "").label
                guard other.name == one.name else { return "\(label): nil" }
                return "\(label): _Payload.\(other.name)(\(arguments.joined(separator: ", ")))"
            }
            return [
                "case .\(one.name)\(pattern):",
                "    return EmbeddedParts("
                    + (["case: .\(one.name)"] + others).joined(separator: ", ") + ")",
            ]
        }
        return Code.block(
            "nonisolated \(access)var embeddedParts: EmbeddedParts",
            ["switch self {"] + lines + ["}"])
    }
}
