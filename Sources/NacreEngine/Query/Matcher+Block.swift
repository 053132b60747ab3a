import NacreFormat

/// Matches a block of records: runs each step for all records that reach it, and then the next
/// step. Each step's operands and slot are looked up once a block, and the loads of many records
/// overlap.
extension Matcher {
    /// The reason why a record of a block cannot be read.
    struct Failure: Error {
        let index: Int
        let cause: any Error
    }

    /// Returns the records that match the filter, a bit for each.
    /// - Parameters:
    ///   - block: The block; its records have the matcher's layout.
    ///   - records: The records to test.
    ///   - waiting: A buffer for the records at each step. Empty, or left by an earlier call of the
    ///     same matcher.
    ///   - external: As in ``matches(_:origin:external:)``.
    func matches(
        _ block: borrowing RecordBlock, _ records: UInt64, _ waiting: inout [UInt64],
        external: (ExternalReference) throws -> ByteView
    ) throws(Failure) -> UInt64 {
        guard start.step >= 0 else { return start == .accept ? records : 0 }
        if waiting.count != steps.count { waiting = Array(repeating: 0, count: steps.count) }
        var accepted: UInt64 = 0
        func go(_ target: MatchTarget, _ records: UInt64) {
            if target.step >= 0 {
                waiting[target.step] |= records
            } else if target == .accept {
                accepted |= records
            }
        }
        go(start, records)
        // Steps lead only to steps with lower numbers.
        for number in (0...start.step).reversed() where waiting[number] != 0 {
            let records = waiting[number]
            waiting[number] = 0
            let step = steps[number]
            let held = try holds(step.test, block, records, external)
            go(step.onTrue, held)
            go(step.onFalse, records & ~held)
        }
        return accepted
    }

    /// Returns the records that pass a test.
    private func holds(
        _ test: MatchCondition, _ block: borrowing RecordBlock, _ records: UInt64,
        _ external: (ExternalReference) throws -> ByteView
    ) throws(Failure) -> UInt64 {
        switch test {
        case .isNull(let offset, let mask):
            return block.bytes(mask, at: offset, of: records)
        case .integer(let slot, let range) where slot.kind != .bool:
            return block.integers(slot, of: records) {
                range.lowerBound <= $0 && $0 <= range.upperBound
            }
        case .number(let slot, let comparison, let literal):
            return switch comparison {
            case .equal: block.numbers(slot, of: records) { $0 == literal }
            case .notEqual: block.numbers(slot, of: records) { $0 != literal }
            case .less: block.numbers(slot, of: records) { $0 < literal }
            case .lessOrEqual: block.numbers(slot, of: records) { $0 <= literal }
            case .greater: block.numbers(slot, of: records) { $0 > literal }
            case .greaterOrEqual: block.numbers(slot, of: records) { $0 >= literal }
            }
        case .integerInList(let slot, let list) where slot.kind != .bool:
            let list = literals.integerLists[list]
            return block.integers(slot, of: records) { list.sortedContains($0) }
        default: return try holdsOneByOne(test, block, records, external)
        }
    }

    private func holdsOneByOne(
        _ test: MatchCondition, _ block: borrowing RecordBlock, _ records: UInt64,
        _ external: (ExternalReference) throws -> ByteView
    ) throws(Failure) -> UInt64 {
        var held: UInt64 = 0
        try records.forEachBit { index throws(Failure) in
            do {
                let origin = block.position(index).offset
                if try holds(test, block.record(index), origin, external) { held |= 1 << index }
            } catch {
                throw Failure(index: index, cause: error)
            }
        }
        return held
    }
}
