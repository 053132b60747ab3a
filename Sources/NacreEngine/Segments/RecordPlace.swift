internal import NacreFormat

/// The position of a record, and its size in bytes including padding.
struct RecordPlace {
    let position: Position
    let size: Int
}
