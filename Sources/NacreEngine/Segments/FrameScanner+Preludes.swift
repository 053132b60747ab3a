internal import NacreFormat

extension FrameScanner {
    /// Returns the authors and notes of the runs in the frame that was read last, which are in the
    /// next frame if there are any.
    func preludes(in view: ByteView) throws(FormatError) -> Preludes {
        let kind = cursor.offset + FrameHeaderFields.kind.offset
        guard kind < view.count, view[kind] == FrameKind.preludes.rawValue else {
            return Preludes()
        }
        var ahead = self
        guard case .frame(let frame) = ahead.next(), frame.header.kind == .preludes else {
            return Preludes()
        }
        return try Preludes.decode(frame)
    }
}
