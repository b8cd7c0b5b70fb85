import { join, relative } from 'node:path'
import { build, type OutputOptions, type Plugin } from 'rolldown'
import gateway from '../../../apps/gateway/rolldown.config.ts'
import { ABSENT } from '../service-bundle.ts'

/**
 * The gateway and all its packages as one module, which is in no file: what it requires is part of Node. `serialPart` is what
 * serialport is for this processor, a library that only a file can be loaded from.
 */
export async function singleModule(root: string, serialPart: Buffer): Promise<{ code: string; bundled: string[] }> {
  const { output, external: _, ...config } = gateway
  const made = await build({
    ...config,
    cwd: join(root, 'apps/gateway'),
    external: [ABSENT],
    plugins: [partInside(serialPart)],
    output: { ...(output as OutputOptions), codeSplitting: false, file: 'main.cjs' },
    write: false,
  })
  const [chunk, ...more] = made.output
  if (more.length > 0) throw new Error(`the gateway is ${made.output.length} files, and not one`)
  if (!chunk.code.includes('ERR_SERIAL_PART')) throw new Error('serialport loads its library in another way')
  return { code: chunk.code, bundled: chunk.moduleIds.map((id) => relative(root, id)) }
}

/** In place of what looks for the library beside the package. Why it cannot be loaded is for apps/gateway/src/transport/serial.ts. */
const partInside = (part: Buffer): Plugin => ({
  name: 'part-inside',
  load: {
    filter: { id: /node_modules\/node-gyp-build\/index\.js$/ },
    handler: () => `
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
module.exports = () => {
  let folder
  try {
    folder = mkdtempSync(tmpdir() + '/binnacle-gateway-')
    const file = folder + '/serial.node'
    writeFileSync(file, Buffer.from('${part.toString('base64')}', 'base64'))
    const loaded = { exports: {} }
    process.dlopen(loaded, file)
    return loaded.exports
  } catch ({ message }) {
    throw Object.assign(new Error(message), { code: 'ERR_SERIAL_PART', folder: tmpdir() })
  } finally {
    if (folder) rmSync(folder, { recursive: true })
  }
}
`,
  },
})
