#if Macros
    import Foundation
    import Nacre
    import NacreEngine
    import Testing

    /// Enums that carry values, as parts of entities.
    @Suite struct EmbeddedEnumTests {
        @Embedded
        enum State: Hashable {
            case applied
            case hired(since: Date, salary: Int?)
            case left(String)
            case moved(from: Desk, Desk)
        }

        @Embedded
        struct Desk: Hashable {
            var room: String
            var number: Int = 1
        }

        @Entity
        struct Employee: Hashable {
            let id: Int
            var state: State = .applied
            var next: State?
            var past: [State] = []
        }

        private static let date = Date(timeIntervalSinceReferenceDate: 1000)
        private static let employees = [
            Employee(id: 1),
            Employee(
                id: 2, state: .hired(since: date, salary: nil), next: .left("tired"),
                past: [.applied, .left("soon")]),
            Employee(
                id: 3, state: .moved(from: Desk(room: "a"), Desk(room: "b", number: 7)),
                next: .applied, past: [.hired(since: date, salary: 3)]),
            Employee(id: 4, state: .left(""), next: .hired(since: date + 1, salary: 9)),
        ]

        private func store() throws -> Store {
            let store = try Store.inMemory(Employee.self)
            try store.performChanges { try $0.insert(contentsOf: Self.employees) }
            return store
        }

        private func ids(_ request: FetchRequest<Employee>) throws -> [Int] {
            try store().fetch(\.id, request)
        }

        @Test func `every case is read as it was saved, alone, optional and in arrays`() throws {
            let store = try store()
            #expect(try store.fetch(Employee.all) == Self.employees)
            #expect(try store.fetch(\.next, Employee.all) == Self.employees.map(\.next))
        }

        @Test func `E15 filters test the case and its associated values`() throws {
            #expect(try ids(Employee.where { $0.state.case == .hired }) == [2])
            #expect(try ids(Employee.where { $0.state.case != .hired }) == [1, 3, 4])
            #expect(try ids(Employee.where { $0.state.hired.since >= Self.date }) == [2])
            #expect(try ids(Employee.where { $0.state.hired.salary == nil }) == [1, 2, 3, 4])
            #expect(
                try ids(Employee.where { $0.state.hired != nil && $0.state.hired.salary == nil })
                    == [2])
            #expect(try ids(Employee.where { $0.state.moved.value1.number > 5 }) == [3])
            #expect(try ids(Employee.where { $0.state.moved.from.room == "a" }) == [3])
            #expect(try ids(Employee.where { $0.next.case == .hired }) == [4])
            #expect(try ids(Employee.where { $0.next == nil }) == [1])
            #expect(try ids(Employee.where { $0.next.left.value.hasPrefix("t") }) == [2])
            #expect(try ids(Employee.where { $0.past.contains { $0.case == .left } }) == [2])
            #expect(try ids(Employee.where { $0.past.contains { $0.hired.salary == 3 } }) == [3])
        }

        @Test func `E15 enums and structs are compared as a whole`() throws {
            #expect(try ids(Employee.where { $0.state == .left("") }) == [4])
            #expect(try ids(Employee.where { $0.state == .left("x") }) == [])
            #expect(
                try ids(Employee.where { $0.state == .hired(since: Self.date, salary: nil) })
                    == [2])
            #expect(
                try ids(Employee.where { $0.state == .hired(since: Self.date, salary: 1) }) == [])
            #expect(try ids(Employee.where { $0.state == .applied }) == [1])
            #expect(try ids(Employee.where { $0.state != .applied }) == [2, 3, 4])
            let moved = State.moved(from: Desk(room: "a"), Desk(room: "b", number: 7))
            #expect(try ids(Employee.where { $0.state == moved }) == [3])
            #expect(try ids(Employee.where { $0.state.moved.from == Desk(room: "a") }) == [3])
            #expect(try ids(Employee.where { $0.next == .applied }) == [3])
            #expect(try ids(Employee.where { $0.next != .applied }) == [1, 2, 4])
            #expect(try ids(Employee.where { $0.next == nil }) == [1])
            let none: State? = nil
            #expect(try ids(Employee.where { $0.next == none }) == [1])
            #expect(try ids(Employee.where { $0.next != none }) == [2, 3, 4])
            let all = Self.employees
            for value in Set(all.map(\.state) + all.compactMap(\.next)) {
                #expect(
                    try ids(Employee.where { $0.state == value })
                        == all.filter { $0.state == value }.map(\.id))
                #expect(
                    try ids(Employee.where { $0.next != value })
                        == all.filter { $0.next != value }.map(\.id))
            }
        }

        @Embedded
        struct Note: Hashable {
            var text: String?
            var rank: Int?
        }

        @Entity
        struct Page: Hashable {
            let id: Int
            var note: Note?
        }

        @Test func `a struct whose properties are all nil is not nil`() throws {
            let store = try Store.inMemory(Page.self)
            let pages = [
                Page(id: 1), Page(id: 2, note: Note()), Page(id: 3, note: Note(rank: 1)),
            ]
            try store.performChanges { try $0.insert(contentsOf: pages) }
            for value in [nil, Note(), Note(rank: 1), Note(text: "a")] {
                let same = try store.fetch(Page.where { $0.note == value })
                #expect(same == pages.filter { $0.note == value })
                let other = try store.fetch(Page.where { $0.note != value })
                #expect(other == pages.filter { $0.note != value })
            }
        }

        @Embedded
        struct Route: Hashable {
            var stops: [String]
            var lengths: [Double]
            var lines: Set<String>
            var names: [String: String]
            var nicknames: [String]?
            var desk: Desk?
        }

        @Entity
        struct Trip: Hashable {
            let id: Int
            var route: Route
            var back: Route?
        }

        @Test func `collections in a struct are compared with the struct`() throws {
            let store = try Store.inMemory(Trip.self)
            let plain = Route(
                stops: ["Caf\u{E9}", "b"], lengths: [1, 2], lines: ["x", "y"],
                names: ["de": "Wien"])
            var changed = Array(repeating: plain, count: 7)
            changed[1].stops.reverse()
            changed[2].lengths[1] = 3
            changed[3].lines = ["x"]
            changed[4].names["de"] = "Linz"
            changed[5].nicknames = []
            changed[6].stops[0] = "Cafe\u{301}"
            let trips = changed.enumerated().map { id, route in
                Trip(id: id, route: route, back: id % 2 == 0 ? route : nil)
            }
            try store.performChanges { try $0.insert(contentsOf: trips) }
            for route in changed {
                let same = try store.fetch(Trip.where { $0.route == route })
                #expect(same == trips.filter { $0.route == route })
                let other = try store.fetch(Trip.where { $0.back != route })
                #expect(other == trips.filter { $0.back != route })
            }
            #expect(try store.count(Trip.where { $0.route == plain }) == 2)
        }

        @Entity
        struct Town: Hashable {
            let id: Int
            var name: String
        }

        @Embedded
        struct Stay: Hashable {
            var town: Town
            var others: [Town]
            var desks: [Desk]
            var grid: [[Int]]
        }

        @Entity
        struct Tour: Hashable {
            let id: Int
            var stay: Stay
        }

        @Test func `objects in structs are compared by id, and structs in lists by value`() throws {
            let store = try Store.inMemory(Tour.self, Town.self)
            let (oslo, roma) = (Town(id: 1, name: "Oslo"), Town(id: 2, name: "Roma"))
            let plain = Stay(
                town: oslo, others: [oslo, roma], desks: [Desk(room: "a")], grid: [[1], []])
            var changed = Array(repeating: plain, count: 6)
            changed[1].town = roma
            changed[2].others.reverse()
            changed[3].desks[0].number += 1
            changed[4].grid[0] = [2]
            changed[5].desks = []
            let tours = changed.enumerated().map { Tour(id: $0, stay: $1) }
            try store.performChanges { try $0.insert(contentsOf: tours) }
            for stay in changed {
                let same = try store.fetch(Tour.where { $0.stay == stay })
                #expect(same == tours.filter { $0.stay == stay })
                let other = try store.count(Tour.where { $0.stay != stay })
                #expect(other == tours.filter { $0.stay != stay }.count)
            }
            var renamed = plain
            renamed.town.name = "Christiania"
            #expect(try store.fetch(\.id, Tour.where { $0.stay == renamed }) == [0])
        }

        @Test func `objects are sorted by case and by associated values`() throws {
            let store = try store()
            #expect(
                try store.fetch(\.id, Employee.all.sorted(\.state.case.ascending)) == [1, 2, 4, 3])
            #expect(
                try store.fetch(\.id, Employee.all.sorted(\.next.hired.since.descending)).first
                    == 4)
        }

        @Test func `setting another case leaves no values of the former one`() throws {
            let store = try store()
            try store.performChanges { changes in
                try changes.update(Employee.self, 2) { $0.state = .left("now") }
            }
            #expect(try store.find(Employee.self, 2)?.state == .left("now"))
            #expect(try store.count(Employee.where { $0.state.hired != nil }) == 0)
        }
    }

    /// Programs with more and with fewer cases.
    @Suite struct ChangedEnumTests {
        enum Old {
            @Embedded
            enum State: Hashable { case applied, hired(salary: Int) }
            @Entity
            struct Employee: Hashable {
                let id: Int
                var state: State
            }
        }

        enum Open {
            @Embedded
            enum State: Hashable {
                case applied, hired(salary: Int), other
                static let unknownCase = State.other
            }
            @Entity
            struct Employee: Hashable {
                let id: Int
                var state: State
            }
        }

        enum New {
            @Embedded
            enum State: Hashable { case applied, hired(salary: Int), retired }
            @Entity
            struct Employee: Hashable {
                let id: Int
                var state: State
            }
        }

        enum Newer {
            @Embedded
            enum State: Hashable { case applied, hired(salary: Int), retired, left(String) }
            @Entity
            struct Employee: Hashable {
                let id: Int
                var state: State
            }
        }

        private func path() -> String {
            FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID()).nacre").path
        }

        @Test func `an unknown case is an error of its object, or the declared unknown case`()
            throws
        {
            let path = path()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let new = try Store(at: path, New.Employee.self)
            try new.performChanges { changes in
                try changes.insert(New.Employee(id: 1, state: .retired))
                try changes.insert(New.Employee(id: 2, state: .hired(salary: 5)))
            }
            try new.close()

            let old = try Store(at: path, Old.Employee.self)
            #expect {
                try old.find(Old.Employee.self, 1)
            } throws: { error in
                let error = error as? StoreError
                let message = error?.message ?? ""
                return error?.code == .undecodable && message.contains("'state.case'")
                    && message.contains("retired") && message.contains("id 1")
            }
            #expect(try old.find(Old.Employee.self, 2)?.state == .hired(salary: 5))
            try old.close()

            let open = try Store(at: path, Open.Employee.self)
            let employee = try #require(try open.find(Open.Employee.self, 1))
            #expect(employee.state == .other)
            try open.performChanges { try $0.save(employee) }
            try open.close()

            // Nothing was lost, and a further case changes nothing either.
            let newer = try Store(at: path, Newer.Employee.self)
            #expect(try newer.find(Newer.Employee.self, 1)?.state == .retired)
            try newer.performChanges {
                try $0.update(Newer.Employee.self, 2) { $0.state = .left("x") }
            }
            #expect(try newer.find(Newer.Employee.self, 2)?.state == .left("x"))
        }
    }
#endif
