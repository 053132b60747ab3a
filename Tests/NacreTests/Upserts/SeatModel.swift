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
        guard let met = seats.values.first(where: { constraint.isSame($0, seat) }) else {
            guard seats[seat.id] == nil else { throw Refusal(code: .duplicateID) }
            return try store(seat)
        }
        return try resolve(seat, met, conflict ?? constraint.declared)
    }

    /// - Returns: The resulting seat.
    mutating func save(_ seat: Seat) throws(Refusal) -> Seat {
        if seats[seat.id] != nil { return try store(seat) }
        let met = Constraint.allCases.compactMap { constraint in
            seats.values.first { constraint.isSame($0, seat) }.map { (constraint, $0) }
        }
        guard let (constraint, first) = met.first else { return try store(seat) }
        guard met.allSatisfy({ $0.1.id == first.id }) else {
            throw Refusal(code: .uniqueViolation)
        }
        return try resolve(seat, first, constraint.declared)
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
        for other in seats.values where other.id != seat.id {
            guard !Constraint.allCases.contains(where: { $0.isSame(other, seat) }) else {
                throw Refusal(code: .uniqueViolation)
            }
        }
        seats[seat.id] = seat
        return seat
    }
}
