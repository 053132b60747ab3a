// Importing Nacre also imports the public types of the engine, such as StoreError.
@_exported public import NacreEngine
