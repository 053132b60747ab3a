import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client of the feed.
struct FeedReader {
    /// An event with data.
    struct Event {
        var id: String
        var data: String

        /// The commit that the data describes.
        var commit: Commit {
            get throws { try JSONDecoder().decode(Commit.self, from: Data(data.utf8)) }
        }
    }

    /// A commit, as clients see it.
    struct Commit: Decodable {
        struct Change: Decodable {
            var entity: String
            var id: String
            var change: String
            var properties: [String]?
        }
        var number: UInt64
        var author: String?
        var changes: [Change]
    }

    private let request: HTTPClientRequest

    /// - Parameter last: The id of the last event, or `beginning`; nil to begin now.
    init(_ port: Int, since last: String?) {
        var request = HTTPClientRequest(url: "http://localhost:\(port)/changes")
        if let last { request.headers.add(name: "Last-Event-ID", value: last) }
        self.request = request
    }

    /// Reads some events, and closes the connection.
    /// - Throws: An error if the feed ends before.
    func events(_ count: Int) async throws -> [Event] {
        var events: [Event] = []
        for try await (id, data) in try await blocks() {
            if let data { events.append(Event(id: id, data: data)) }
            if events.count == count { return events }
        }
        throw Ended()
    }

    /// Reads the id of the first event, which has no data, and closes the connection.
    func place() async throws -> String {
        for try await (id, _) in try await blocks() { return id }
        throw Ended()
    }

    /// Reads events until the server ends the feed.
    func toEnd() async throws -> Int {
        try await blocks().reduce(into: 0) { count, _ in count += 1 }
    }

    struct Ended: Error {}

    /// Returns the events, each with its id and its data, if it has some.
    private func blocks() async throws -> AsyncThrowingStream<(String, String?), any Error> {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        guard response.status == .ok else { throw Ended() }
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    var (id, data) = ("", String?.none)
                    var line: [UInt8] = []
                    for try await chunk in response.body {
                        for byte in chunk.readableBytesView {
                            guard byte == UInt8(ascii: "\n") else {
                                line.append(byte)
                                continue
                            }
                            let text = String(decoding: line, as: UTF8.self)
                            line = []
                            if text.hasPrefix("id: ") { id = String(text.dropFirst(4)) }
                            if text.hasPrefix("data: ") { data = String(text.dropFirst(6)) }
                            guard text.isEmpty, !id.isEmpty else { continue }
                            continuation.yield((id, data))
                            (id, data) = ("", nil)
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Waits until a condition holds, for at most ten seconds.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<200 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(50))
    }
    return false
}
