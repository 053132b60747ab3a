/// The runs of keys that a peer on a key-value store keeps: the records, and the index entries.
enum KeyRun: UInt8 {
    /// Records by id.
    case cities = 1
    /// Ids by unique number.
    case geonameIDs
    case names
    case countries
    case populations
    /// Rows of numbers by place.
    case numbers
}
