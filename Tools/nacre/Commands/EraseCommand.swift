internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// `nacre erase`: removes an object with all of its versions, or looks for a text in all files.
struct EraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Removes all that a store's files hold of an object, or looks for a text.",
        discussion: """
            'nacre erase STORE User u-4711 --yes' deletes the object, its former versions and all \
            remains of them. With --attribute only the values of one attribute are removed: null, \
            or the replacement, takes their place in all versions. It cannot reach copies of the \
            store, authors and notes of commits, and other objects that hold a copy of a value. \
            The copies that the store remembers are listed; see 'nacre copies'.

            'nacre erase STORE --check TEXT' looks for a text in every file of the directory, also \
            where it is compressed, escaped or stored apart, and for the keys of ids and values \
            that are equal to it. It ends with exit code 65 if it finds any, or could not search a \
            file to its end. A value under a stage of a program's own is not found like this; the \
            attributes are listed.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String?
    @Argument(help: "The object's id, as 'nacre fetch' prints it.") var id: String?
    @Option(help: "Erase only the values of this attribute.") var attribute: String?
    @Option(help: "The value that takes the place of the attribute's values, if it is required.")
    var replacement: String?
    @Flag(help: "Confirm that the values are to be erased for good.") var yes = false
    @Option(help: "Look for this text instead of erasing anything.") var check: String?

    func validate() throws {
        if let check {
            if check.isEmpty { throw ValidationError("--check needs a text.") }
            if entity != nil || yes || attribute != nil || replacement != nil {
                throw ValidationError("--check erases nothing.")
            }
        } else if entity == nil || id == nil {
            throw ValidationError("Name the entity and the id, or use --check.")
        } else if replacement != nil, attribute == nil {
            throw ValidationError("--replacement needs --attribute.")
        } else if !yes {
            throw ValidationError("This cannot be undone. Confirm it with --yes.")
        }
    }

    func run() throws {
        if let check { return try look(for: check) }
        guard let entity, let id else { return }
        let database = try StoreAccess.write(store)
        let schema = try database.snapshot().schema(of: entity)
        let report = try erase((entity, schema.id(from: id)), schema, in: database)
        try database.close()
        let output = Output.standard()
        try output.line(
            report.objects == 0
                ? "The store holds nothing of an object with this id."
                : "erased: \(ByteCount.counted(report.records, "record")),"
                    + " \(ByteCount.counted(report.files, "file")) rewritten or removed")
        for copy in report.copies { try output.line("perhaps still in: \(copy.text)") }
        try output.flush()
    }

    private func erase(
        _ object: Database.ErasedObject, _ schema: StoredSchema, in database: Database
    ) throws -> EraseReport {
        guard let attribute else { return try database.erase([object]) }
        guard let known = schema.attributes.first(where: { $0.name == attribute }) else {
            throw StoreError(
                .unknownAttribute, "'\(schema.name)' has no attribute '\(attribute)'.")
        }
        let value = try replacement.map { try schema.value(of: known, from: $0, "value") }
        return try database.erase(
            attribute: attribute, of: object, replacement: value ?? .null)
    }

    /// Prints the places at which the files hold a text.
    private func look(for text: String) throws {
        let report = try RemnantSearch(path: store).run(text)
        let output = Output.standard()
        for remnant in report.remnants { try output.line(remnant.text) }
        try output.flush()
        for attribute in report.unreadAttributes {
            StandardError.write("not decoded: \(attribute)")
        }
        for file in report.unfinishedFiles {
            StandardError.write("not searched to its end: \(file)")
        }
        if !report.isClean || !report.unfinishedFiles.isEmpty { throw ExitCode(65) }
    }
}
