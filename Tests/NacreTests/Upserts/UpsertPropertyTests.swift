import Nacre
import NacreTestSupport
import Testing

/// Upserts on any unique constraint, with any conflict policy, one by one and in batches with
/// conflicting objects, equal those of a plain model.
@Suite struct UpsertPropertyTests {
    private typealias Seat = SeatModel.Seat

    /// One call, or several calls if it is not a batch.
    private struct Step: Sendable, CustomStringConvertible {
        /// The constraint, or nil for a save.
        let constraint: SeatModel.Constraint?
        /// The conflict policy, or nil for the declared one.
        let conflict: SeatModel.Conflict?
        let seats: [Seat]
        let isBatch: Bool

        var description: String {
            let on = constraint.map { "\($0)" } ?? "id"
            let policy = conflict.map { "\($0)" } ?? "as declared"
            return "\(isBatch ? "batch" : "each") on \(on), \(policy): \(seats)"
        }
    }

    private static let seats = Generator<Seat> { choices throws(Rejection) in
        let id = try choices.draw(.integer(in: 0...5))
        let hall = try choices.draw(.integer(in: 0...1))
        let number = try choices.draw(.optional(.integer(in: 0...2)))
        let code = try choices.draw(.integer(in: 0...4))
        let tag = try choices.draw(.optional(.integer(in: 0...2)))
        let holder = try choices.draw(.optional(.integer(in: 0...9)))
        return Seat(
            id, hall == 0 ? "A" : "B", number, "c\(code)", tag.map { "t\($0)" },
            holder.map { "h\($0)" })
    }

    private static let steps = Generator<Step> { choices throws(Rejection) in
        let constraints = SeatModel.Constraint.allCases
        let conflicts = SeatModel.Conflict.allCases
        let constraint = try choices.draw(.integer(in: 0...constraints.count))
        let conflict = try choices.draw(.integer(in: 0...conflicts.count))
        return Step(
            constraint: constraint < constraints.count ? constraints[constraint] : nil,
            conflict: conflict < conflicts.count ? conflicts[conflict] : nil,
            seats: try choices.draw(.array(of: seats, count: 1...4)),
            isBatch: try choices.draw(.bool()))
    }

    @Test func `V23 upserts equal those of a simple model, one by one and in batches`() {
        property("upserts", runs: 150, .array(of: Self.steps, count: 1...12)) { steps in
            let store = try Store.inMemory(Seat.self)
            var model = SeatModel()
            for step in steps {
                var next = model
                var refusal: StoreError.Code?
                do {
                    try store.performChanges { changes in
                        if step.isBatch {
                            try Self.both(&next, changes, "\(step)") {
                                model throws(SeatModel.Refusal) in
                                for seat in step.seats { _ = try Self.put(seat, step, in: &model) }
                            } store: {
                                try Self.put(step.seats, step, in: changes)
                            }
                        } else {
                            for seat in step.seats { try Self.one(seat, step, &next, changes) }
                        }
                    }
                } catch let error as StoreError {
                    refusal = error.code
                }
                let expected: StoreError.Code? = next.sharesValues ? .uniqueViolation : nil
                try requireEqual(refusal, expected, "the end of \(step)")
                if expected == nil { model = next }
                try requireEqual(try store.fetch(Seat.all), model.all, "\(step)")
                for seat in model.all {
                    try requireEqual(try store.find(Seat.self, \.code, seat.code), seat, "by code")
                }
            }
        }
    }

    private static func one(
        _ seat: Seat, _ step: Step, _ model: inout SeatModel, _ changes: WriteTransaction
    ) throws {
        var (expected, found): (Seat?, Seat?)
        try both(&model, changes, "\(step) \(seat)") { model throws(SeatModel.Refusal) in
            expected = try put(seat, step, in: &model)
        } store: {
            found = try put(seat, step, in: changes)
        }
        try requireEqual(found, expected, "what \(step) returns for \(seat)")
    }

    /// Does the same in the model and the store: both do it, or both refuse it alike.
    private static func both(
        _ model: inout SeatModel, _ changes: WriteTransaction, _ what: String,
        _ inModel: (inout SeatModel) throws(SeatModel.Refusal) -> Void,
        store inStore: () throws -> Void
    ) throws {
        var next = model
        var expected: StoreError.Code?
        do throws(SeatModel.Refusal) { try inModel(&next) } catch { expected = error.code }
        let error = storeError { try changes.savepoint { try inStore() } }
        try requireEqual(error?.code, expected, what)
        if expected == nil { model = next }
    }

    private static func put(
        _ seat: Seat, _ step: Step, in model: inout SeatModel
    ) throws(SeatModel.Refusal) -> Seat {
        guard let constraint = step.constraint else { return try model.save(seat) }
        return try model.upsert(seat, on: constraint, step.conflict)
    }

    private static func put(
        _ seat: Seat, _ step: Step, in changes: WriteTransaction
    ) throws -> Seat {
        let policy = step.conflict?.policy
        switch step.constraint {
        case nil: return try changes.save(seat)
        case .code: return try changes.upsert(seat, on: \.code, conflict: policy)
        case .tag: return try changes.upsert(seat, on: \.tag, conflict: policy)
        case .place: return try changes.upsert(seat, on: \.hall, \.number, conflict: policy)
        }
    }

    private static func put(
        _ seats: [Seat], _ step: Step, in changes: WriteTransaction
    ) throws {
        let policy = step.conflict?.policy
        switch step.constraint {
        case nil: try changes.upsert(contentsOf: seats)
        case .code: try changes.upsert(contentsOf: seats, on: \.code, conflict: policy)
        case .tag: try changes.upsert(contentsOf: seats, on: \.tag, conflict: policy)
        case .place:
            try changes.upsert(contentsOf: seats, on: \.hall, \.number, conflict: policy)
        }
    }
}
