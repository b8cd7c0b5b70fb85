import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * A passkey in software, by WebAuthn Level 3: ES256, attestation "none". `verified`: whether it says that it checked who holds
 * it, as a phone does by a finger or a PIN.
 */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  verified = true
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What navigator.credentials.create() gives, as JSON. */
  register(challenge: string) {
    const { x, y } = this.#key.publicKey.export({ format: 'jwk' })
    const coseKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.#authData(0x40), Buffer.alloc(16), length, this.id, coseKey])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What navigator.credentials.get() gives, as JSON. */
  signIn(challenge: string) {
    this.#counter++
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(0)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #credential(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  /** Hash of the relying party, flags, counter. */
  #authData(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const present = 0x01 | (this.verified ? 0x04 : 0)
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.of(flags | present), counter])
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** As much of CBOR (RFC 8949) as an authenticator needs: small integers, bytes, text, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.of((major << 5) | n)
    : n < 256
      ? Buffer.of((major << 5) | 24, n)
      : Buffer.of((major << 5) | 25, n >> 8, n & 255)
