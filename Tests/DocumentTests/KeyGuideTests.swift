import Foundation
import Nacre
import Testing

/// Combines each byte with a key: shows the steps of the guide, and protects nothing.
private struct Mask: Cipher {
    let key: UInt8
    func seal(_ plain: Data) throws -> Data { Data(plain.map { $0 ^ key }) }
    func open(_ sealed: Data) throws -> Data { try seal(sealed) }
}

/// Runs the code of the guide about encrypted values.
@Suite struct KeyGuideTests {
    @Test func `values are encrypted, and get a new key as the guide shows`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/key-guide-\(UUID()).nacre"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cipher = Mask(key: 0x5A)
        // snippet: open-with-key
        var options = Store.Options()
        options.stageContext.set(Keys(current: 1, ciphers: [1: cipher]))
        let store = try Store(at: path, options: options, Patient.self)
        // end snippet
        try store.performChanges { try $0.insert(Patient(id: 1, diagnosis: "cold")) }
        #expect(try store.fetch(Patient.all).map(\.diagnosis) == ["cold"])
        try store.close()

        let keys = Keys(current: 2, ciphers: [1: cipher, 2: Mask(key: 0x33)])
        // snippet: rotate-keys
        let plan = SchemaPlan(
            SchemaStep(
                2, "key 2",
                .rewrite("Patient") { old, new in
                    guard let stored: Data = try old["diagnosis"] else { return }
                    new["diagnosis"] = try keys.seal(keys.open(stored))
                }))
        // end snippet
        options.stageContext.set(keys)
        try Store(at: path, Schema(Patient.self, plan: plan), options: options).close()
        options.stageContext.set(Keys(current: 2, ciphers: [2: Mask(key: 0x33)]))
        let rotated = try Store(at: path, Schema(Patient.self, plan: plan), options: options)
        defer { try? rotated.close() }
        #expect(try rotated.fetch(Patient.all).map(\.diagnosis) == ["cold"])
    }

    @Test func `values that closures convert are found by parts of them`() throws {
        let store = try Store.inMemory(Article.self)
        let (reader, image) = (UUID(), UUID())
        let slug = try #require(Slug("north-sea"))
        try store.performChanges { changes in
            try changes.insert(
                Article(
                    slug: slug, readers: [reader],
                    preview: Preview(outline: ["a", "b"], image: image)))
            try changes.insert(Article(slug: try #require(Slug("south"))))
        }
        let start = try #require(Slug("north"))
        for filter: Filter<Article> in [
            Filter { $0.slug.hasPrefix(start) }, Filter { $0.readers.contains(reader) },
            Filter { $0.preview.image == image },
        ] { #expect(try store.fetch(Article.where(filter)).map(\.slug) == [slug]) }
        #expect(try store.find(Article.self, \.slug, slug)?.preview?.outline == ["a", "b"])
    }
}
