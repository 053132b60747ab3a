import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The present rules on unique values need not hold in former states.
@Suite struct PastUniquenessTests {
    @Test func `a former state is read although two objects share a value that is unique by now`()
        throws
    {
        try withStore { store in
            let database = store.database
            try database.performChanges { changes in
                try TestStore.defineNamed("Town", in: changes)
                let schema = try changes.schema(of: "Town")
                try changes.redefine(
                    "Town", attributes: schema.attributes.map { $0.with(isUnique: false) })
            }
            try database.setHistory(.forever)
            try database.performChanges { changes in
                for id in 1...2 as ClosedRange<Int64> {
                    try changes.insert([.int(id), .string("Bern")], into: "Town")
                }
            }
            let former = try database.snapshot()
            let contents = try store.contents()
            try database.performChanges { changes in
                try changes.delete(.int(2), from: "Town")
                let schema = try changes.schema(of: "Town")
                try changes.redefine(
                    "Town", attributes: schema.attributes.map { $0.with(isUnique: true) })
            }
            let found = try database.snapshot(at: former.commit)
            #expect(try TestStore.contents(of: found) == contents)
            #expect(try found.find(.int(2), in: "Town") != nil)
            let error = #expect(throws: StoreError.self) {
                _ = try found.find(.string("Bern"), by: "name", in: "Town")
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("in which a filter finds both") == true)
        }
    }
}
