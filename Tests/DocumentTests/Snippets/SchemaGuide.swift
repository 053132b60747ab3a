import Nacre

/// The types of the program's first version.
enum FirstLibrary {
    @Entity
    struct Borrower {
        let id: String
        var name: String
        var shelf: Int16
        var friend: Ref<Borrower>?
        var note: String?
    }
}

// snippet: continued
@Entity
struct Customer {
    static let originalEntityNames = ["Borrower"]
    let id: String
    var firstName: String
    var lastName: String
    // Was an Int16.
    var shelf: Int
    // Was `friend: Ref<Borrower>?`.
    @Attribute(.originalName("friend")) var friends: [Ref<Customer>]
    // Was a `String?`: objects without a note get this one.
    @Attribute(.originalName("note")) var remark: String = "none"
}
// end snippet

// snippet: plan
let libraryPlan = SchemaPlan(
    SchemaStep(
        1, "names in two parts",
        .add("firstName", String.self, default: "", to: "Borrower"),
        .add("lastName", String.self, default: "", to: "Borrower"),
        .rewrite("Borrower") { old, new in
            let name: String = try old["name"] ?? ""
            let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
            new["firstName"] = parts.first ?? ""
            new["lastName"] = parts.count > 1 ? parts[1] : ""
        },
        .remove("name", from: "Borrower")))
// end snippet

// snippet: migrate
let remarksPlan = SchemaPlan(
    SchemaStep(
        1, "remarks are objects, shelves go",
        .addEntity("Remark", String.self),
        .add("text", String.self, default: "", to: "Remark"),
        .add("note", String?.self, to: "Borrower"),
        .migrate { store in
            try store.forEach("Borrower") { borrower in
                guard let text: String = try borrower["note"] else { return }
                try store.insert("Remark") { remark in
                    remark["id"] = try borrower["id"] as String?
                    remark["text"] = text
                }
            }
        },
        .remove("note", from: "Borrower"), .removeEntity("Shelf")))
// end snippet

@Entity
struct Remark {
    let id: String
    var text: String
}

/// Returns the remarks that the plan makes of a library of the first program.
func runMigrationGuide(at path: String) throws -> [Remark] {
    let first = try Store(at: path, FirstLibrary.Borrower.self)
    try first.performChanges { changes in
        for (id, note) in [("b1", "pays late"), ("b2", nil)] {
            try changes.insert(
                FirstLibrary.Borrower(id: id, name: id, shelf: 1, friend: nil, note: note))
        }
    }
    try first.close()
    let store = try Store(at: path, Schema(Remark.self, plan: remarksPlan))
    defer { try? store.close() }
    return try store.fetch(Remark.all)
}

/// Runs the code of the guide "Changing the schema", on a store of its own.
func runSchemaGuide(at path: String) throws -> (String, [Customer]) {
    let first = try Store(at: path, FirstLibrary.Borrower.self)
    try first.performChanges {
        try $0.insert(
            FirstLibrary.Borrower(id: "b1", name: "Anne Lee", shelf: 7, friend: Ref(id: "b1")))
    }
    try first.close()
    // snippet: preview
    let library = Schema(Customer.self, plan: libraryPlan)
    let preview = try Store.schemaPreview(at: path, library)
    print(preview)
    // end snippet
    // snippet: open-with-plan
    let store = try Store(at: path, library)
    // end snippet
    defer { try? store.close() }
    return (preview.description, try store.fetch(Customer.all))
}
