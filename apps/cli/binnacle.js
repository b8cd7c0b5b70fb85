#!/usr/bin/env -S node --
// After -- the options are ours: Node would read --env-file wherever it stands, and end at a file that is not there.
// In JavaScript that every Node reads: one that is too old is told so before anything else is loaded.
const NEEDED = 26
const { node } = process.versions

if (Number.parseInt(node, 10) >= NEEDED) import('./src/main.ts')
else {
  // Not the package `node`: a script of it fetches this one, and npm 12 runs no scripts.
  const again = [
    'npx',
    '-y',
    '-p',
    `node-${process.platform}-${process.arch}@${NEEDED}`,
    'node',
    ...process.argv.slice(1).map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`)),
  ].join(' ')
  console.error(`Binnacle needs Node ${NEEDED} or later, and this is Node ${node}: install it, or run: ${again}`)
  process.exitCode = 1
}
