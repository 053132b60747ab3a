import Nacre

/// An employee of a company.
@Entity
struct Employee: Hashable {
    let id: Int
    var name: String
    var age: Int
    var position: String?
}

/// A company that holds its employees by value.
@Entity
struct Company: Hashable {
    let id: Int
    var name: String
    @Relationship(.nullify) var employees: [Employee] = []
}

/// Saves and reads values with values in them, as CoreValue's own measurement does: 50 companies of
/// 25 employees.
struct GraphBenchmark {
    /// The times that its repository records for saving and for reading, on an unknown machine in
    /// 2019.
    static let coreValue = (saved: 91.0, fetched: 24.0)

    private let companies = (0..<50).map { number in
        Company(
            id: number, name: "Company \(number)",
            employees: (0..<25).map { place in
                Employee(
                    id: number * 25 + place, name: "Employee \(place)", age: 20 + place,
                    position: place.isMultiple(of: 2) ? nil : "Manager")
            })
    }

    init() throws {
        let found = try save().fetch(Company.all)
        precondition(found == companies, "what is read is what was saved")
    }

    /// - Returns: A new store of the companies.
    func save() throws -> Store {
        let store = try Store.inMemory(Company.self, Employee.self)
        try store.performChanges { changes in
            for company in companies { try changes.save(company) }
        }
        return store
    }

    /// - Returns: The number of employees read.
    func fetch(_ store: Store) throws -> Int {
        try store.fetch(Company.all).reduce(0) { $0 + $1.employees.count }
    }
}
