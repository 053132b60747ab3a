// Importing Nacre also shows StoreError and its members, the engine's one public type.
@_exported public import NacreEngine
