internal import NacreFormat

/// Where a record stands, and how many bytes it takes with its padding.
struct RecordPlace {
    let position: Position
    let size: Int
}
