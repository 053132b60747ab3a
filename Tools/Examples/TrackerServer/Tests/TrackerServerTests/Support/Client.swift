import HTTPTypes
import HummingbirdTesting
import NIOCore
import Nacre

@testable import TrackerServer

/// A client of the server.
struct Client: Sendable {
    let base: any TestClientProtocol

    /// Sends a request.
    /// - Parameters:
    ///   - json: The body.
    ///   - headers: The headers, by their names.
    func send(
        _ method: HTTPRequest.Method, _ uri: String, _ json: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let body = json.map { ByteBuffer(string: $0) }
        return Answer(
            try await base.executeRequest(uri: uri, method: method, headers: fields, body: body))
    }

    /// Sends a GET request.
    func get(_ uri: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.get, uri, headers: headers)
    }

    /// Makes a project with the key `APP`.
    func makeProject() async throws {
        _ = try await send(.put, "/projects/APP", #"{"name": "The app"}"#)
    }

    /// Makes a person.
    func makePerson(_ handle: String) async throws -> Person {
        try await send(.put, "/persons/\(handle)", #"{"name": "\#(handle)"}"#).decode()
    }

    /// Makes an issue of the project `APP`.
    /// - Parameter more: More members of the JSON, each after a comma.
    func makeIssue(_ title: String, _ more: String = "") async throws -> Issue {
        try await send(.post, "/projects/APP/issues", #"{"title": "\#(title)"\#(more)}"#).decode()
    }
}
