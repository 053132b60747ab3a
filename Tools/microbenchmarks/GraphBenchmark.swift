import Nacre

/// Somebody who works for a company.
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

/// Values with values in them are saved and read: CoreValue's measurement of itself, 50 companies
/// of 25 employees.
struct GraphBenchmark {
    /// What its repository has on record for saving and for reading, of an unknown machine in 2019.
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

    /// - Returns: a store of them, new each time.
    func save() throws -> Store {
        let store = try Store.inMemory(Company.self, Employee.self)
        try store.performChanges { changes in
            for company in companies { try changes.save(company) }
        }
        return store
    }

    /// - Returns: how many employees were read.
    func fetch(_ store: Store) throws -> Int {
        try store.fetch(Company.all).reduce(0) { $0 + $1.employees.count }
    }
}
