import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { mayDial, NotAccepted, post } from './post.ts'

/** Answers with the status that the path names; /hang never does, and /upgrade changes to another protocol. */
const seen: string[] = []
const server = createServer((request, answer) => {
  seen.push(request.url!)
  if (request.url === '/hang') return
  if (request.url === '/upgrade') {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
    return
  }
  const status = Number(request.url!.slice(1))
  answer.writeHead(status, status === 302 ? { location: '/200' } : {}).end('x')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
after(() => {
  server.closeAllConnections()
  server.close()
})

const LOCAL = ['127.0.0.1']
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}/${path}`
const why = (address: string, allowed: string[]) =>
  post(address, {}, 'body', allowed).then(
    () => null,
    (error) => {
      assert.ok(error instanceof NotAccepted, String(error))
      return error.message
    },
  )

test('what a person names is never dialled inside the operator’s network, in whatever form it is written', async () => {
  const inside = [
    ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0', '169.254.169.254'],
    ...['0177.0.0.1', '017700000001', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '%31%32%37.0.0.1'],
    ...['127.0.0.1.', 'localhost', 'LOCALHOST', 'user@127.0.0.1', 'example.org@127.0.0.1'],
    // Digits and dots of other scripts, which a parser of addresses takes for ours.
    ...['①②⑦.⓪.⓪.①', '１２７.0.0.1', '127。0。0。1', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
    ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00:ec2::254]'],
  ]
  for (const host of inside) assert.match((await why(at('200', host), [])) ?? 'dialled', /not allowed/, host)
  assert.deepEqual(seen, [])
})

test('private, link-local, shared, metadata and mapped addresses are the operator’s; public ones are not', () => {
  const closed = [
    ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
    ...['fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:10.0.0.1'],
    ...['::127.0.0.1', '::7f00:1', '::a01:203', 'fec0::1', '64:ff9b:1::a01:203', '4000::1'],
  ]
  for (const address of closed) assert.equal(mayDial(address, []), false, address)
  for (const address of ['8.8.8.8', '159.203.148.75', '2606:4700::1111'])
    assert.equal(mayDial(address, []), true, address)
})

test('the operator may allow addresses and networks', () => {
  assert.equal(mayDial('192.168.1.9', ['192.168.0.0/16']), true)
  assert.equal(mayDial('::ffff:192.168.1.9', ['192.168.0.0/16']), true)
  assert.equal(mayDial('192.169.1.9', ['10.0.0.0/8', '192.168.1.9']), true, 'which is public anyway')
  assert.equal(mayDial('10.0.0.2', ['10.0.0.1', 'fd00::/8']), false)
  assert.equal(mayDial('fd00::5', ['fd00::/8']), true)
})

test('accepted is 2xx; a redirect is not followed, and a refusal says what was answered', async () => {
  assert.equal(await why(at('200'), LOCAL), null)
  assert.equal(await why(at('204'), LOCAL), null)
  seen.length = 0
  assert.equal(await why(at('302'), LOCAL), 'answered 302')
  assert.equal(await why(at('404'), LOCAL), 'answered 404')
  assert.deepEqual(seen, ['/302', '/404'])
  assert.match((await why('http://127.0.0.1:1/', LOCAL))!, /no connection \(ECONNREFUSED\)/)
})

test('headers of 10 MB are no answer; of a body without end nothing more is read than it takes to know the status', async () => {
  const answers = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (request) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const headers = String(request).startsWith('POST /headers')
        if (!headers) socket.write('transfer-encoding: chunked\r\n\r\n')
        const more = headers ? `x-filler: ${'x'.repeat(10_000_000)}\r\n` : `10000\r\n${'x'.repeat(0x10000)}\r\n`
        const write = () => {
          while (!socket.destroyed && socket.write(more));
        }
        socket.on('drain', write)
        write()
      })
  }).listen(0, '127.0.0.1')
  await once(answers, 'listening')
  const { port } = answers.address() as AddressInfo
  assert.equal(await why(`http://127.0.0.1:${port}/headers`, LOCAL), 'no connection (HPE_HEADER_OVERFLOW)')
  assert.equal(await why(`http://127.0.0.1:${port}/body`, LOCAL), null)
  await once(answers.close(), 'close')
})

test('a receiver that changes to another protocol has not accepted', async () => {
  assert.equal(await why(at('upgrade'), LOCAL), 'no connection (closed without an answer)')
})

test('a receiver that hangs is given up', async () => {
  assert.equal(await why(at('hang'), LOCAL), 'no answer within 10 s')
})
