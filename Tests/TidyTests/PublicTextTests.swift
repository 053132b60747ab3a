import Testing

/// Attributes are named by key paths, so that a wrong name does not compile. Therefore no public
/// function of the library takes a text, unless it is not the name of an attribute.
@Suite struct PublicTextTests {
    private static let declared =
        "declares the name that the store gets, beside the key path of the property"
    private static let mark = "the name of a mark"
    private static let author = "who made the commit"
    private static let file = "a path of the file system"
    private static let compared = "what values are compared with"
    private static let parsed = "a text form that is checked when it is read"
    private static let pattern = "a regular expression"
    private static let generated = "for generated code"
    private static let stage = "the name of a stage in the store"
    private static let query = "words that users type"
    private static let former =
        "what a store of earlier has, which no property of the present types is"

    /// The reasons for taking a text, by file, function and parameter.
    private static let allowed: [String: String] = [
        "Attribute.swift: init(name)": declared,
        "AttributeAnnotation.swift: matching(pattern)": pattern,
        "AttributeAnnotation.swift: named(name)": declared,
        "AttributeAnnotation.swift: originalName(names)": former,
        "AttributeAnnotation.swift: transformed(name)": stage,
        "AttributeCodec.swift: member(name)": generated,
        "AttributeOption+Rules.swift: matching(pattern)": pattern,
        "AttributeOption.swift: named(name)": declared,
        "AttributeOption.swift: originalName(names)": former,
        "AttributeType.swift: init(name)": generated,
        "Context+Saving.swift: save(author, note)": author,
        "ContextualStage.swift: init(name)": stage,
        "Cursor+URL.swift: init(urlText)": parsed,
        "Cursor.swift: init(text)": parsed,
        "Derived.swift: init(name)": declared,
        "DynamicChanges.swift: count(entity)": former,
        "DynamicChanges.swift: deleteAll(entity)": former,
        "DynamicChanges.swift: find(entity)": former,
        "DynamicChanges.swift: forEach(entity)": former,
        "DynamicChanges.swift: insert(entity)": former,
        "DynamicObject.swift: subscript(name)": former,
        "EmbeddedEnum.swift: _payload(name)": generated,
        "FetchRequest+URL.swift: init(urlQuery)": parsed,
        "FieldPath.swift: appending(property)": generated,
        "Filter+Allowed.swift: init(text)": parsed,
        "Filter+Text.swift: init(text)": parsed,
        "FieldSet+Search.swift: search(name)": declared,
        "FieldSet+Search.swift: search(words, name)": query,
        "FilterableField+Text.swift: contains(part)": compared,
        "FilterableField+Text.swift: equals(text)": compared,
        "FilterableField+Text.swift: hasPrefix(prefix)": compared,
        "FilterableField+Text.swift: hasSuffix(suffix)": compared,
        "FilterableField+Text.swift: matches(pattern)": pattern,
        "HistoryPoint.swift: mark(name)": mark,
        "ImportOptions.swift: read(column)": "the name of a column in a file",
        "Inverse.swift: init(name)": declared,
        "JSONText.swift: init(text)": parsed,
        "NestedValue.swift: member(name)": generated,
        "ObjectID.swift: init(description)": parsed,
        "ObjectJSON.swift: merge(text)": parsed,
        "ObjectJSON.swift: object(text)": parsed,
        "Reader+Search.swift: completions(beginning, name)": query,
        "Reader+Search.swift: explainSearch(words, name)": query,
        "Reader+Search.swift: search(name)": declared,
        "Reader+Search.swift: search(words)": query,
        "Reader+Search.swift: search(words, name)": query,
        "Ref+URL.swift: init(urlText)": parsed,
        "Rule.swift: init(text)": "what people read of a violation",
        "SchemaChange.swift: add(name, entity)": former,
        "SchemaChange.swift: addEntity(entity, id)": former,
        "SchemaChange.swift: remove(name, entity)": former,
        "SchemaChange.swift: removeEntity(entity)": former,
        "SchemaChange.swift: rename(name, newName, entity)": former,
        "SchemaChange.swift: renameEntity(entity, newName)": former,
        "SchemaChange.swift: rewrite(entity)": former,
        "SearchTokenizer.swift: custom(name, text)": "the name of rules, and a text to split",
        "SearchTokenizer.swift: words(text)": "a text to split",
        "SearchWord.swift: init(text)": "a word",
        "Store+LiveHits.swift: values(words, name)": query,
        "SchemaPlan.swift: init(title)": "what people read of a step",
        "Search+Macro.swift: Search(name)": declared,
        "Sorting+Text.swift: init(text)": parsed,
        "Store+Changes.swift: performChanges(author, note)": author,
        "Store+Creating.swift: creating(path)": file,
        "Store+Custody.swift: backup(destination)": file,
        "Store+Custody.swift: degraded(path)": file,
        "Store+Custody.swift: salvage(path, destination)": file,
        "Store+Custody.swift: verify(path)": file,
        "Store+Forking.swift: fork(destination)": file,
        "Store+Import.swift: importObjects(path)": file,
        "Store+Commits.swift: history(author)": author,
        "Store+Copies.swift: forgetCopy(path)": file,
        "Consumer.swift: consumer(name)": "the name of a consumer",
        "Consumer.swift: removeConsumer(name)": "the name of a consumer",
        "Store+Past.swift: snapshot(label)": "what statistics call the snapshot",
        "Store+Reading.swift: read(label)": "what statistics call the snapshot",
        "Store+Retention.swift: mark(name)": mark,
        "Store+Retention.swift: removeMark(name)": mark,
        "Store+SchemaPreview.swift: schemaPreview(path)": file,
        "Store+Undo.swift: redo(author)": author,
        "Store+Undo.swift: undo(author)": author,
        "Store.swift: init(path)": file,
        "Store.swift: snapshot(label)": "what statistics call the snapshot",
        "TextSearch.swift: init(name)": declared,
        "Transformer.swift: init(name)": stage,
        "Worker.swift: init(author, note)": author,
        "Worker.swift: noting(note)": author,
    ]

    @Test func `T8 no public function takes the name of an attribute as text`() throws {
        let found = try Self.functions()
        for function in found.subtracting(Self.allowed.keys).sorted() {
            Issue.record("\(function) takes a text: take a key path, or list why it must be one")
        }
        for function in Set(Self.allowed.keys).subtracting(found).sorted() {
            Issue.record("\(function) takes no text: take it off the list")
        }
    }

    /// Returns the public functions with text parameters.
    private static func functions() throws -> Set<String> {
        let files = try SourceTree.files.get().filter {
            $0.isSwift && $0.isIn("Sources/Nacre", "Sources/NacreObjects", "Sources/NacreExchange")
        }
        var found: Set<String> = []
        for file in files {
            let name = file.path.split(separator: "/").last ?? ""
            for (function, parameters) in publicFunctions(in: file.code) {
                let texts = parameters.matches(
                    of: /(\w+): *(?:@\w+ +)*\[?(?:(?:some|any) )?(?:Static)?(?:String|Substring)/)
                guard !texts.isEmpty else { continue }
                let names = texts.map { String($0.1) }.joined(separator: ", ")
                found.insert("\(name): \(function)(\(names))")
            }
        }
        return found
    }

    /// Returns the name of each function, and its parameters on one line.
    private static func publicFunctions(in code: [String]) -> [(name: String, parameters: String)] {
        var found: [(String, String)] = []
        let beginning = /public (?:[a-z]+ )*(?:func |macro )?(init|subscript|[\w`]+)[?<(]/
        let other = /public (?:[a-z]+ )*(?:var|let|struct|enum|class|protocol|typealias)\s/
        for (index, line) in code.enumerated() where line.contains("public ") {
            guard let match = line.firstMatch(of: beginning), !line.contains(other) else {
                continue
            }
            var text = String(line[match.range.lowerBound...])
            for next in code[(index + 1)...] where parameters(of: text) == nil { text += next }
            found.append((String(match.1), parameters(of: text) ?? text))
        }
        return found
    }

    /// Returns the text in the outermost parentheses, or nil if they are not closed yet.
    private static func parameters(of text: String) -> String? {
        var depth = 0
        for (index, character) in zip(text.indices, text) {
            if character == "(" { depth += 1 }
            if character == ")" {
                depth -= 1
                if depth == 0 { return String(text[...index]) }
            }
        }
        return nil
    }
}
