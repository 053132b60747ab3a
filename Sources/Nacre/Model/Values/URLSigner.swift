internal import NacreFormat

/// Signs the texts that a server gives to clients, such as cursors and ids, so that it takes back
/// only texts that it has given out. A signed text shows its content; signing hides nothing.
///
/// ```swift
/// let signer = try URLSigner(key: keyOfServer)            // 16 secret bytes
/// let next = page.cursor?.urlText(signedBy: signer)
/// let cursor = try Cursor<City>(urlText: next, signedBy: signer)
/// ```
/// All servers that share clients need the same key. A new key makes all older texts invalid.
public struct URLSigner: Sendable {
    private let code: @Sendable ([UInt8]) -> [UInt8]

    /// Makes a signer with a secret key. The signatures have 64 bits (SipHash-2-4; J.-P. Aumasson,
    /// D. J. Bernstein, 2012).
    /// - Parameter key: 16 random bytes.
    /// - Throws: `invalidValue` if the key has another size.
    public init(key: [UInt8]) throws(StoreError) {
        guard key.count == 16 else {
            throw StoreError(
                .invalidValue, "A signer's key has 16 bytes, and this one has \(key.count).")
        }
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let hash = SipHash(key: HashKey(low: word(key[0..<8]), high: word(key[8..<16])))
        self.init { bytes in
            let code = bytes.withView { hash($0) }
            return (0..<8).map { UInt8(truncatingIfNeeded: code >> (8 * UInt64($0))) }
        }
    }

    /// Makes a signer with a message authentication code of another library, such as HMAC-SHA256.
    /// - Parameter code: Returns the code of the bytes. It always returns the same for the same
    ///   bytes, and must be safe to call from several threads.
    public init(_ code: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.code = code }

    /// Returns the text with its signature.
    /// - Parameter purpose: What the text is. A text that was signed for one purpose is invalid for
    ///   any other.
    func signed(_ text: String, for purpose: String) -> String {
        "\(text).\(URLText.encoded(code(Self.message(text, purpose))))"
    }

    /// Returns the text without its signature; nil if the signature is not valid.
    func text(of signed: String, for purpose: String) -> String? {
        guard let dot = signed.lastIndex(of: ".") else { return nil }
        let text = String(signed[..<dot])
        let signature = URLText.bytes(encoded: String(signed[signed.index(after: dot)...]))
        let expected = code(Self.message(text, purpose))
        guard let signature, signature.count == expected.count, !expected.isEmpty else {
            return nil
        }
        // Takes the same time wherever the first difference is.
        let difference = zip(signature, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? text : nil
    }

    private static func message(_ text: String, _ purpose: String) -> [UInt8] {
        Array(purpose.utf8) + [0] + Array(text.utf8)
    }
}

extension URLSigner? {
    /// Returns the text with the signature of this signer, if there is one.
    func signed(_ text: String, for purpose: String) -> String {
        map { $0.signed(text, for: purpose) } ?? text
    }

    /// Returns the text without its signature.
    /// - Throws: `invalidValue` if the signature is not valid.
    func text(of signed: String, for purpose: String) throws(StoreError) -> String {
        guard let signer = self else { return signed }
        guard let text = signer.text(of: signed, for: purpose) else {
            throw StoreError(
                .invalidValue,
                "The \(purpose) has no valid signature: it was changed, or signed with another"
                    + " key.")
        }
        return text
    }
}
