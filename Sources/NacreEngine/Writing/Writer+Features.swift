internal import NacreFormat

extension Writer {
    /// Whether the schemas require feature bits that the header of the active segment lacks.
    var needsFeatures: Bool {
        catalog.requiredToWrite & ~log.active.header.requiredToWrite != 0
    }
}
