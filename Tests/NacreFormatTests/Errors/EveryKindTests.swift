import NacreFormat
import NacreTestSupport
import Testing

/// Each kind of ``FormatError`` is thrown in the case that its description names.
@Suite struct EveryKindTests {
    /// Returns a segment with this kind of error. The switch must have every kind to compile.
    private func bytes(_ kind: FormatError.Kind) -> [UInt8] {
        let good = Samples.emptySegment
        return switch kind {
        case .truncated: Array(good.prefix(SegmentHeaderFields.size - 1))
        case .badMagic: good.flipping(bit: 0)
        case .badChecksum: good.flipping(bit: SegmentHeaderFields.salt.offset * 8)
        case .badValue:
            SegmentSealer.sealingHeader(
                of: good.setting(UInt8(9), at: SegmentHeaderFields.origin.offset))
        case .unsupported: good.setting(UInt16(9), at: SegmentHeaderFields.version.offset)
        }
    }

    @Test(arguments: FormatError.Kind.allCases)
    func `every kind of error is thrown in its situation`(kind: FormatError.Kind) {
        let error = #expect(throws: FormatError.self) {
            try bytes(kind).withView { try SegmentHeader.decode($0) }
        }
        #expect(error?.kind == kind)
    }
}
