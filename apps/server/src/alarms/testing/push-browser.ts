import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser does: RFC 8291 and RFC 8188, read from the documents and not from the package that encrypts. */
export class PushBrowser {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly keys = { p256dh: this.#pair.generateKeys('base64url'), auth: this.#auth.toString('base64url') }

  open(body: Buffer): unknown {
    const [salt, recordSize, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
    const theirs = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    assert.ok(sealed.length <= recordSize)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), theirs])
    const input = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(theirs), this.#auth, info, 32))
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    assert.equal(plain.at(-1), 2, 'the last record')
    return JSON.parse(plain.subarray(0, -1).toString())
  }
}
