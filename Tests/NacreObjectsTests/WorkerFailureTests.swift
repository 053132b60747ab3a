import Nacre
import NacreEngine
import NacreObjects
import NacreTestSupport
import Testing

/// Workers if objects may not be saved, or if the disk accepts none.
@Suite struct WorkerFailureTests {
    struct Seat: Entity, Hashable, ManagedObjectConvertible {
        let id: Int
        var row: String

        static let schema = EntitySchema(
            Seat.init, Attribute("id", \.id), Attribute("row", \.row, .length(1...400_000)))
    }

    private static func saving(_ seats: [Seat], _ worker: Worker) async -> StoreError? {
        do throws(WorkerError) {
            try await worker.upsert(seats)
            return nil
        } catch {
            guard case .cannotSave(let reason) = error else { return nil }
            return reason as? StoreError
        }
    }

    @Test func `a rule that one object breaks prevents the whole call`() async throws {
        let worker = Worker(try Store.inMemory(Seat.self))
        let error = await Self.saving([Seat(id: 1, row: "a"), Seat(id: 2, row: "")], worker)
        #expect(error?.code == .invalidObject)
        #expect(error?.violations.map(\.attribute) == ["row"])
        let seats: [Seat] = try await worker.get()
        #expect(seats == [])
    }

    @Test func `W10 a full disk prevents the whole call, and the next one succeeds`() async throws {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Store(
            at: "seats.nacre", Store.Options(), [Seat.self],
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        let worker = Worker(store)
        try await worker.upsert([Seat(id: 1, row: "a")])
        plan.fillDisk(after: 0)
        let long = (2..<40).map { Seat(id: $0, row: String(long: "x", count: 300_000)) }
        let error = await Self.saving(long, worker)
        #expect(error?.code == .diskFull && error?.outcome == .notCommitted)
        var seats: [Seat] = try await worker.get()
        #expect(seats == [Seat(id: 1, row: "a")])
        plan.disarm()
        try await worker.upsert([Seat(id: 2, row: "b")])
        try store.close()
        let again = Worker(
            try Store(
                at: "seats.nacre", Store.Options(), [Seat.self], fileSystem: files,
                environment: .repeatable()))
        seats = try await again.get()
        #expect(seats == [Seat(id: 1, row: "a"), Seat(id: 2, row: "b")])
    }
}
