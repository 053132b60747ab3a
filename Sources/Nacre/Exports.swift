// Whoever imports Nacre sees StoreError and its members, the one public type of the engine.
@_exported public import NacreEngine
