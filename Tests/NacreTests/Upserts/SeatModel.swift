import Nacre

/// The expected results of upserts of seats, found by searching all of them.
struct SeatModel {
    typealias Seat = DeclaredConflictTests.Seat

    /// The unique constraints of a seat.
    enum Constraint: CaseIterable {
        case code, tag, place

        func isSame(_ left: Seat, _ right: Seat) -> Bool {
            switch self {
            case .code: left.code == right.code
            case .tag: left.tag != nil && left.tag == right.tag
            case .place:
                left.number != nil && left.number == right.number && left.hall == right.hall
            }
        }

        /// The conflict policy as ``DeclaredConflictTests/Seat`` declares it.
        var declared: Conflict {
            switch self {
            case .code: .replace
            case .tag: .keepExisting
            case .place: .merge
            }
        }
    }

    enum Conflict: CaseIterable {
        case error, replace, keepExisting, merge
        /// Takes only the holder.
        case mergeHolder
        /// Joins both holders.
        case closure

        var policy: UpsertConflict<Seat> {
            switch self {
            case .error: .error
            case .replace: .replace
            case .keepExisting: .keepExisting
            case .merge: .merge
            case .mergeHolder: .merge(\.holder)
            case .closure:
                .merge { stored, new in
                    stored.holder = (stored.holder ?? "") + (new.holder ?? "-")
                }
            }
        }
    }

    struct Refusal: Error { let code: StoreError.Code }

    private(set) var seats: [Int: Seat] = [:]

    var all: [Seat] { seats.values.sorted { $0.id < $1.id } }

    /// - Returns: The resulting seat.
    mutating func upsert(
        _ seat: Seat, on constraint: Constraint, _ conflict: Conflict?
    ) throws(Refusal) -> Seat {
        guard let met = try holder(constraint, of: seat) else {
            guard seats[seat.id] == nil else { throw Refusal(code: .duplicateID) }
            return try store(seat)
        }
        return try resolve(seat, met, conflict ?? constraint.declared)
    }

    /// - Returns: The resulting seat.
    mutating func save(_ seat: Seat) throws(Refusal) -> Seat {
        if seats[seat.id] != nil {
            // Nothing is decided by unique values, so they are compared when the change ends.
            seats[seat.id] = seat
            return seat
        }
        var met: [(Constraint, Seat)] = []
        for constraint in Constraint.allCases {
            if let holder = try holder(constraint, of: seat) { met.append((constraint, holder)) }
        }
        guard let (constraint, first) = met.first else { return try store(seat) }
        guard met.allSatisfy({ $0.1.id == first.id }) else {
            throw Refusal(code: .uniqueViolation)
        }
        return try resolve(seat, first, constraint.declared)
    }

    /// Whether two seats share a unique value, which the end of a change refuses.
    var sharesValues: Bool {
        seats.values.contains { seat in
            seats.values.contains { other in
                seat.id != other.id && Constraint.allCases.contains { $0.isSame(seat, other) }
            }
        }
    }

    private func holder(_ constraint: Constraint, of seat: Seat) throws(Refusal) -> Seat? {
        let holders = seats.values.filter { constraint.isSame($0, seat) }
        if holders.count > 1 { throw Refusal(code: .uniqueViolation) }
        return holders.first
    }

    private mutating func resolve(
        _ seat: Seat, _ met: Seat, _ conflict: Conflict
    ) throws(Refusal) -> Seat {
        var result = met
        switch conflict {
        case .error: throw Refusal(code: .uniqueViolation)
        case .keepExisting: return met
        case .replace:
            result = Seat(met.id, seat.hall, seat.number, seat.code, seat.tag, seat.holder)
        case .merge:
            (result.hall, result.code) = (seat.hall, seat.code)
            result.number = seat.number ?? met.number
            result.tag = seat.tag ?? met.tag
            result.holder = seat.holder ?? met.holder
        case .mergeHolder: result.holder = seat.holder
        case .closure: result.holder = (met.holder ?? "") + (seat.holder ?? "-")
        }
        return try store(result)
    }

    private mutating func store(_ seat: Seat) throws(Refusal) -> Seat {
        for constraint in Constraint.allCases {
            // Values that the seat has already are not compared.
            if let old = seats[seat.id], constraint.isSame(old, seat) { continue }
            if seats.values.contains(where: { $0.id != seat.id && constraint.isSame($0, seat) }) {
                throw Refusal(code: .uniqueViolation)
            }
        }
        seats[seat.id] = seat
        return seat
    }
}
