internal import NacreFormat

/// Reads one slot of a block's records. Work that does not depend on the record is done before the
/// loop, and the loads of many records overlap.
extension RecordBlock {
    /// Calls `body` with the indexes of some records and the number that each has at an offset.
    @inline(__always)
    borrowing func forEachNumber<Number: FixedWidthInteger>(
        _ type: Number.Type, at offset: Int, of records: UInt64, _ body: (Int, Number) -> Void
    ) {
        records.forEachBit { body($0, load(type, $0, at: offset)) }
    }

    /// Calls `body` with the numbers of a slot that is compared as Int64.
    @inline(__always)
    borrowing func forEachInteger(
        _ place: MatchCondition.IntegerSlot, of records: UInt64, _ body: (Int, Int64) -> Void
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
                body($0, MatchCondition.IntegerSlot.order($1))
            }
        }
    }

    /// Calls `body` with the numbers of a slot that is compared as Double.
    @inline(__always)
    borrowing func forEachDouble(
        _ place: MatchCondition.NumberSlot, of records: UInt64, _ body: (Int, Double) -> Void
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

    /// Returns the records in which the byte at an offset has any of the bits of a mask.
    @inline(__always)
    borrowing func bytes(_ mask: UInt8, at offset: Int, of records: UInt64) -> UInt64 {
        var held: UInt64 = 0
        forEachNumber(UInt8.self, at: offset, of: records) {
            held |= ($1 & mask != 0 ? 1 : 0) << UInt64($0)
        }
        return held
    }

    /// Returns the records whose value is null.
    @inline(__always)
    borrowing func nulls(_ place: NullPlace, of records: UInt64) -> UInt64 {
        place.mask == 0 ? 0 : bytes(place.mask, at: place.offset, of: records)
    }

    /// Returns the records whose number in a slot meets a condition.
    @inline(__always)
    borrowing func integers(
        _ place: MatchCondition.IntegerSlot, of records: UInt64, _ holds: (Int64) -> Bool
    ) -> UInt64 {
        var held: UInt64 = 0
        forEachInteger(place, of: records) { held |= (holds($1) ? 1 : 0) << UInt64($0) }
        return held
    }

    /// Returns the records whose number, in a slot that is compared as Double, meets a condition.
    @inline(__always)
    borrowing func numbers(
        _ place: MatchCondition.NumberSlot, of records: UInt64, _ holds: (Double) -> Bool
    ) -> UInt64 {
        var held: UInt64 = 0
        forEachDouble(place, of: records) { held |= (holds($1) ? 1 : 0) << UInt64($0) }
        return held
    }
}
