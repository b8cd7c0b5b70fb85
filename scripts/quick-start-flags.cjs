// Loaded before a program that a test starts: PostgreSQL's WebAssembly is not compiled to fast code, as with --liftoff-only, which
// NODE_OPTIONS does not take.
const { setFlagsFromString } = require('node:v8')

setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
