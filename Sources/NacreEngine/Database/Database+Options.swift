extension Database {
    package typealias Options = StoreOptions
}
