internal import NacreFormat

/// What stands in one slot of the records of a block: whatever does not differ from record to
/// record is done before the loop, and the loads of many records overlap.
extension RecordBlock {
    /// Calls `body` with the indexes of some records and the number that each has at an offset.
    @inline(__always)
    borrowing func forEachNumber<Number: FixedWidthInteger>(
        _ type: Number.Type, at offset: Int, of records: UInt64, _ body: (Int, Number) -> Void
    ) {
        records.forEachBit { body($0, load(type, $0, at: offset)) }
    }

    /// The same for a slot that is compared as Int64.
    @inline(__always)
    borrowing func forEachInteger(
        _ place: MatchTest.IntegerSlot, of records: UInt64, _ body: (Int, Int64) -> Void
    ) {
        let offset = place.slot.offset
        switch place.kind {
        case .int8: forEachNumber(Int8.self, at: offset, of: records) { body($0, Int64($1)) }
        case .int16: forEachNumber(Int16.self, at: offset, of: records) { body($0, Int64($1)) }
        case .int32: forEachNumber(Int32.self, at: offset, of: records) { body($0, Int64($1)) }
        case .int64: forEachNumber(Int64.self, at: offset, of: records) { body($0, $1) }
        case .bool, .uint8:
            forEachNumber(UInt8.self, at: offset, of: records) { body($0, Int64($1)) }
        case .uint16: forEachNumber(UInt16.self, at: offset, of: records) { body($0, Int64($1)) }
        case .uint32: forEachNumber(UInt32.self, at: offset, of: records) { body($0, Int64($1)) }
        case .uint64:
            forEachNumber(UInt64.self, at: offset, of: records) {
                body($0, MatchTest.IntegerSlot.order($1))
            }
        }
    }

    /// The same for a slot that is compared as Double.
    @inline(__always)
    borrowing func forEachDouble(
        _ place: MatchTest.NumberSlot, of records: UInt64, _ body: (Int, Double) -> Void
    ) {
        let offset = place.slot.offset
        if place.isFloat {
            forEachNumber(UInt32.self, at: offset, of: records) {
                body($0, Double(Float(bitPattern: $1)))
            }
        } else {
            forEachNumber(UInt64.self, at: offset, of: records) {
                body($0, Double(bitPattern: $1))
            }
        }
    }

    // MARK: Conditions

    /// Which of the records have a byte at an offset with one of some bits.
    @inline(__always)
    borrowing func bytes(_ mask: UInt8, at offset: Int, of records: UInt64) -> UInt64 {
        var held: UInt64 = 0
        forEachNumber(UInt8.self, at: offset, of: records) {
            held |= ($1 & mask != 0 ? 1 : 0) << UInt64($0)
        }
        return held
    }

    /// Which of the records have no value.
    @inline(__always)
    borrowing func nulls(_ place: NullPlace, of records: UInt64) -> UInt64 {
        place.mask == 0 ? 0 : bytes(place.mask, at: place.offset, of: records)
    }

    /// Which of the records have a number in a slot that a condition holds for.
    @inline(__always)
    borrowing func integers(
        _ place: MatchTest.IntegerSlot, of records: UInt64, _ holds: (Int64) -> Bool
    ) -> UInt64 {
        var held: UInt64 = 0
        forEachInteger(place, of: records) { held |= (holds($1) ? 1 : 0) << UInt64($0) }
        return held
    }

    /// The same for a slot that is compared as Double.
    @inline(__always)
    borrowing func numbers(
        _ place: MatchTest.NumberSlot, of records: UInt64, _ holds: (Double) -> Bool
    ) -> UInt64 {
        var held: UInt64 = 0
        forEachDouble(place, of: records) { held |= (holds($1) ? 1 : 0) << UInt64($0) }
        return held
    }
}
