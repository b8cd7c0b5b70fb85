import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { resolveName } from './resolve.ts'

const NO_SUCH_NAME = 0x8183
const HERE = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1])

/** A name server that knows one IPv4 address of boat.example, no other name, and never answers for hang….example. */
const asked: string[] = []
const server = createSocket('udp4', (query, { port, address }) => {
  const end = query.indexOf(0, 12) + 5
  const name = query.toString('latin1', 13, end - 5)
  asked.push(name)
  if (name.startsWith('hang')) return
  const isIpv4 = query.readUInt16BE(end - 4) === 1
  const answer = Buffer.concat([query.subarray(0, end), ...(name.startsWith('boat') && isIpv4 ? [HERE] : [])])
  answer.writeUInt16BE(name.startsWith('boat') ? 0x8180 : NO_SUCH_NAME, 2)
  answer.writeUInt16BE(name.startsWith('boat') && isIpv4 ? 1 : 0, 6)
  answer.writeUInt32BE(0, 8)
  server.send(answer, port, address)
}).bind(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

const resolver = () => {
  const made = new Resolver({ timeout: 60_000, tries: 1 })
  made.setServers([`127.0.0.1:${server.address().port}`])
  return made
}

test('names whose server does not answer hold up no other name', async () => {
  const hanging = Array.from({ length: 60 }, () => resolver())
  const ends = hanging.map((one, i) =>
    assert.rejects(resolveName(`hang${i}.example`, false, one), { code: 'ECANCELLED' }),
  )
  assert.deepEqual(await resolveName('boat.example', false, resolver()), [{ address: '192.0.2.1', family: 4 }])
  for (const one of hanging) one.cancel()
  await Promise.all(ends)
})

test('a name that DNS does not know is asked of the system only if it may be of the operator’s network', async () => {
  await assert.rejects(resolveName('hosts.example', false, resolver()), { code: 'ENOTFOUND', syscall: 'queryA' })
  await assert.rejects(resolveName('hosts.invalid', true, resolver()), { syscall: 'getaddrinfo' })
})

test('a name without a dot is of this network, and no name server is asked', async () => {
  const before = asked.length
  const found = await resolveName('localhost', false, resolver())
  assert.ok(found.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  assert.equal(asked.length, before)
})
