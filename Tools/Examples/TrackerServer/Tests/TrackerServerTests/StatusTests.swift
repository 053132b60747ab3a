import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct StatusTests {
    @Test(arguments: [
        (StoreError.Code.invalidValue, 400), (.unknownAttribute, 400), (.noSuchObject, 404),
        (.uniqueViolation, 409), (.duplicateID, 409), (.conflict, 409), (.danglingReference, 409),
        (.deleteDenied, 409), (.historyGone, 410), (.invalidObject, 422), (.refused, 422),
        (.deadlineExceeded, 503), (.cancelled, 503), (.locked, 503), (.closed, 503),
        (.readOnly, 503), (.poisoned, 503), (.diskFull, 507), (.corrupt, 500), (.io, 500),
        (.internal, 500),
    ])
    func `every code has its status`(code: StoreError.Code, status: Int) {
        #expect(HTTPResponse.Status(code).code == status)
    }

    @Test func `a server of a store that is open for reading only reads and does not write`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/tracker.nacre"
            let writer = try Store.tracker(at: path)
            _ = try await writer.performChanges { try $0.insert(Project(key: "APP", name: "a")) }
            try writer.close()
            let store = try Store(
                at: path, options: .readOnly, Project.self, Person.self, Issue.self, Comment.self)
            try await withTracker(over: store) { client, _ in
                #expect(try await client.get("/projects/APP").status == 200)
                let answer = try await client.send(.put, "/projects/WEB", #"{"name": "b"}"#)
                #expect(answer.status == 503)
                #expect(try answer.problem.code == "readOnly")
                #expect(try answer.problem.message == "The server cannot do this now.")
            }
        }
    }

    @Test func `the health of a store that was closed is a 503`() async throws {
        try await withFolder { folder in
            let path = folder + "/tracker.nacre"
            let store = try Store.tracker(at: path)
            try await withTracker(over: store) { client, _ in
                #expect(try await client.get("/health").status == 200)
                try store.close()
                #expect(try await client.get("/health").status == 503)
                #expect(try await client.get("/issues").status == 503)
            }
        }
    }

    @Test func `a second server of the same folder is told that the store is locked`() async throws
    {
        try await withFolder { folder in
            let path = folder + "/tracker.nacre"
            let store = try Store.tracker(at: path)
            defer { try? store.close() }
            let error = #expect(throws: StoreError.self) { try Store.tracker(at: path) }
            #expect(error?.code == .locked)
        }
    }

    @Test func `a backup is a store with everything that was acknowledged`() async throws {
        try await withFolder { folder in
            let backup = folder + "/backup.nacre"
            let store = try Store.tracker(at: folder + "/tracker.nacre")
            try await withTracker(over: store, change: { $0.backup = backup }) { client, _ in
                try await client.makeProject()
                let issue = try await client.makeIssue("a")
                #expect(try await client.send(.post, "/backup").status == 200)
                let copy = try Store(
                    at: backup, options: .readOnly, Project.self, Person.self, Issue.self,
                    Comment.self)
                #expect(try copy.find(issue.id)?.title == "a")
            }
        }
    }
}
