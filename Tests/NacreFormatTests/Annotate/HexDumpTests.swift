import NacreFormat
import NacreTestSupport
import Testing

@Suite struct HexDumpTests {
    private let bytes = (0..<40).map { UInt8($0 + 0x30) }

    private func lines(_ style: Annotation.Style, _ length: Int, max: Int = 256) -> [String] {
        bytes.withView { view in
            HexDump(fieldSizeMax: max).lines(
                Annotation(style, offset: 2, length: length, depth: 1, text: "what"), in: view)
        }
    }

    @Test func `a field is one line with its text after its bytes`() {
        let gap = String(repeating: " ", count: 36)
        #expect(lines(.field, 4) == ["00000002  32 33 34 35" + gap + "    what"])
    }

    @Test func `long fields are printed in lines of 16 bytes`() {
        let lines = lines(.text, 18)
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("41  23456789:;<=>?@A    what"))
        #expect(lines[1].hasPrefix("00000012  42 43 "))
        #expect(lines[1].hasSuffix("  BC"))
    }

    @Test func `bytes beyond the limit are only counted`() {
        let lines = lines(.field, 30, max: 8)
        #expect(lines.count == 2)
        #expect(lines[1] == "          ... 22 more bytes")
    }

    @Test func `structures and omitted bytes are lines without bytes`() {
        #expect(lines(.group, 30) == ["00000002    == what"])
        #expect(lines(.elided, 30) == ["00000002    what"])
    }

    @Test func `a damaged manifest is printed with the reason`() {
        var manifest = Samples.manifest.encoded
        manifest[20] ^= 1
        let lines = manifest.withView { HexDump().lines(ofManifest: $0) }
        #expect(lines.contains { $0.contains("not valid: manifest at offset") })
        let cut = [UInt8](repeating: 0xFF, count: 1000).withView {
            HexDump().lines(ofManifest: $0)
        }
        #expect(cut.count == 19)
    }
}
