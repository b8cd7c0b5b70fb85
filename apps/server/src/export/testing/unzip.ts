import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50

/** The files of a ZIP archive below 4 GiB by path, in the order of its directory; fails for one that is not whole. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  assert.equal(archive.readUInt32LE(end), END, 'the archive has its end')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    assert.equal(archive.readUInt32LE(at), CENTRAL)
    const names = at + 46
    const nameLength = archive.readUInt16LE(at + 28)
    const path = archive.toString('utf8', names, names + nameLength)
    assert.equal(files.has(path), false, `${path} is there twice`)
    files.set(path, contentOf(archive, at))
    at = names + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

function contentOf(archive: Buffer, central: number): Buffer {
  const local = archive.readUInt32LE(central + 42)
  assert.equal(archive.readUInt32LE(local), LOCAL)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const encoded = archive.subarray(start, start + archive.readUInt32LE(central + 20))
  const content = archive.readUInt16LE(central + 10) === 0 ? encoded : inflateRawSync(encoded)
  assert.equal(crc32(content), archive.readUInt32LE(central + 16), 'the checksum')
  return content
}
