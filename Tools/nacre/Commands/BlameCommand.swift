internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre blame`: shows which commits gave an object its values.
struct BlameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Shows for each attribute of an object which commit gave it its value.",
        discussion: """
            If that was before the oldest state that the store keeps, it names the oldest commit \
            that is known.
            """)

    @OptionGroup var object: ObjectArguments
    @Flag(help: "Print a JSON object for each attribute instead of text for people.")
    var json = false

    func run() throws {
        let (found, schema) = try object.revisions()
        let output = Output.standard()
        guard let origins = try found.origins(of: schema), let newest = found.revisions.first,
            let values = try found.values(of: newest, schema)
        else {
            throw StoreError(
                .noSuchObject, "There is no object of '\(schema.name)' with this id.",
                file: object.store)
        }
        for (place, origin) in origins.enumerated() {
            if json {
                try output.json(origin.json(nil, schema, attribute: schema.attributes[place].name))
            } else {
                try output.line(origin.line(schema.text(of: values[place], at: place)))
            }
        }
        try output.flush()
    }
}
