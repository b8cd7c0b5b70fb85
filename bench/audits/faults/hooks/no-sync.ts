// A control: a service that never waits for the disk (NODE_OPTIONS=--import=...). The embedded database syncs through these too.
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

fs.fsyncSync = () => {}
fs.fdatasyncSync = () => {}
const handle = await open('/dev/null')
const prototype = Object.getPrototypeOf(handle)
prototype.sync = async () => {}
prototype.datasync = async () => {}
await handle.close()
syncBuiltinESMExports()
