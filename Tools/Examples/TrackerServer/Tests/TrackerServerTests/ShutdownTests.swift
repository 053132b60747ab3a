import AsyncHTTPClient
import Foundation
import HTTPTypes
import Nacre
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Testing

@testable import TrackerServer

@Suite(.timeLimit(.minutes(2))) struct ShutdownTests {
    @Test func `shutdown finishes requests and ends feeds and closes the store`() async throws {
        let store = try Store.trackerInMemory()
        _ = try await store.performChanges { try $0.insert(Project(key: "APP", name: "a")) }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        var settings = try Settings([], environment: [:])
        settings.port = 0
        let application = try Tracker.application(
            store: store, settings: settings, logger: quiet, onRunning: { port.yield($0) })
        let group = ServiceGroup(services: [application], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })

            // A feed that is open, and a request whose body has arrived by half.
            async let feedEnd = FeedReader(port, since: "beginning").toEnd()
            let (parts, part) = AsyncStream.makeStream(of: ByteBuffer.self)
            var request = HTTPClientRequest(url: "http://localhost:\(port)/projects/APP/issues")
            request.method = .POST
            request.body = .stream(parts, length: .unknown)
            part.yield(ByteBuffer(string: #"{"title": "#))
            let posting = request
            async let posted = HTTPClient.shared.execute(posting, timeout: .seconds(30))
            try await Task.sleep(for: .milliseconds(300))

            await group.triggerGracefulShutdown()
            // The feed ends by itself, with the events that it has sent.
            #expect(try await feedEnd >= 2)
            await #expect(throws: (any Error).self) {
                let request = HTTPClientRequest(url: "http://localhost:\(port)/health")
                _ = try await HTTPClient.shared.execute(request, timeout: .seconds(2))
            }
            // The store is still open for the request that had begun.
            part.yield(ByteBuffer(string: #""the last one"}"#))
            part.finish()
            #expect(try await posted.status == .created)
            try await tasks.waitForAll()
        }
        let error = #expect(throws: StoreError.self) { try store.snapshot() }
        #expect(error?.code == .closed)
    }
}
