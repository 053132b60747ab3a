import NacreFormat
import Testing

@Suite struct Base64Tests {
    // The examples of RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `the published examples are reproduced both ways`(plain: String, text: String) {
        #expect(Base64.text(Array(plain.utf8)) == text)
        #expect(Base64.bytes(text) == Array(plain.utf8))
    }

    @Test func `every pair of bytes survives a round trip`() {
        for first in 0...UInt8.max {
            for second in 0...UInt8.max {
                let bytes = [first, second]
                #expect(Base64.bytes(Base64.text(bytes)) == bytes)
            }
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zg==Zg==", "=", "====", "Z===", "Zm9v\n",
        "Zm-_",
        "Zm 9", "\u{661}m9v", "Zg=v",
    ])
    func `text that is not the canonical form of some bytes is refused`(text: String) {
        #expect(Base64.bytes(text) == nil)
    }
}
