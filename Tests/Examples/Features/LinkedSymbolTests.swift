#if os(Linux)
    import Foundation
    import Nacre
    import Testing

    /// The libraries in the process of a program that uses Nacre. On Apple's systems Foundation
    /// alone brings an SQL engine and a run time of its own.
    @Suite struct LinkedSymbolTests {
        private static func isThere(_ symbol: String) -> Bool {
            unsafe dlsym(nil, symbol) != nil
        }

        @Test func `E19 the process contains no SQL engine and no Objective-C run time`() throws {
            // The library is present, and this check finds its dependencies.
            #expect(try Store.inMemory(City.self).count(City.all) == 0)
            #expect(Self.isThere("LZ4_compress_default"))
            for symbol in ["sqlite3_open", "sqlite3_open_v2", "sqlite3_prepare_v2", "sqlite3_step"]
            {
                #expect(!Self.isThere(symbol), "\(symbol)")
            }
            for symbol in ["objc_msgSend", "objc_getClass", "class_getName", "mdb_env_create"] {
                #expect(!Self.isThere(symbol), "\(symbol)")
            }
        }
    }
#endif
