import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore

/// The answer to a request.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        body = Data(response.body.readableBytesView)
    }

    /// Decodes the JSON of the body.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: body)
    }

    /// The content of an error.
    struct Problem: Decodable {
        var code: String?
        var message: String
        var violations: [String]?
    }

    /// The error that the body contains.
    var problem: Problem {
        get throws {
            struct Body: Decodable { var error: Problem }
            return try decode(Body.self).error
        }
    }
}

/// A page, as clients see it.
struct PageAnswer<Item: Decodable>: Decodable {
    var items: [Item]
    var next: String?
    var token: String
}
