import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { SHARE_TOGGLES, type ShareToggle, type ShareToggles } from '@binnacle/contract'
import { insertFrame } from '../cameras/frames/sql.ts'
import { insertCamera } from '../cameras/sql.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import type { Answer } from '../testing/client.ts'
import { untilWaiting } from '../testing/database.ts'
import { startService } from '../testing/service.ts'

const BASE = 'https://boat.example'
// A proxy that is believed could also be believed about the host.
const service = await startService({ BASE_URL: BASE, TRUST_PROXY: 'true' })
const { client } = service
const { db } = service.database
const owner = await service.owner()

const TOGGLES = Object.keys(SHARE_TOGGLES) as ShareToggle[]
const DEFAULTS = Object.fromEntries(TOGGLES.map((name) => [name, SHARE_TOGGLES[name].default])) as ShareToggles
const allBut = (some: ShareToggle[], on = true) =>
  Object.fromEntries(TOGGLES.map((name) => [name, some.includes(name) ? !on : on])) as ShareToggles

const put = async (id: string, toggles: Partial<ShareToggles> = {}) =>
  (await client.ok(contract.putShare, owner.session, { params: { id }, body: { toggles } })).share
const revoke = (id: string) => client.call(contract.deleteShare, owner.session, { params: { id } })

async function makeVessel(fields: object = {}): Promise<string> {
  const body = { name: 'Aurora', vessel_type: 'sailboat', ...fields }
  return (await client.ok(contract.createVessel, owner.session, { body })).vessel.id
}

/** Everything that a stranger with a token can get. */
const OUTPUTS = {
  page: (token: string) => client.call(contract.getSharePage, null, { params: { token } }),
  card: (token: string) => client.call(contract.getShareCard, null, { params: { token } }),
  badge: (token: string) => client.call(contract.getShareBadge, null, { params: { token } }),
  healthBadge: (token: string) =>
    client.call(contract.getShareBadge, null, { params: { token }, query: { kind: 'health' } }),
  dueBadge: (token: string) => client.call(contract.getShareBadge, null, { params: { token }, query: { kind: 'due' } }),
  oembed: (token: string) => client.call(contract.getOembed, null, { query: { url: `${BASE}/v/${token}` } }),
}
type Output = keyof typeof OUTPUTS

async function allOutputs(token: string): Promise<Record<Output, Answer>> {
  const answers = Object.entries(OUTPUTS).map(async ([name, ask]) => [name, await ask(token)] as const)
  return Object.fromEntries(await Promise.all(answers)) as Record<Output, Answer>
}

const statuses = async (token: string) => [
  ...new Set(Object.values(await allOutputs(token)).map(({ status }) => status)),
]

// --- the owner's routes

test('a share is made with its defaults, is shown again as it is, and its links begin with BASE_URL', async () => {
  const id = await makeVessel()
  const none = await client.call(contract.getShare, owner.session, { params: { id } })
  assert.deepEqual([none.status, none.body], [404, { error: 'not_found' }])
  const { share } = await client.ok(contract.putShare, owner.session, { params: { id }, body: {} })
  const { token } = share
  assert.match(token, /^[0-9A-Za-z]{22}$/, 'at least 128 random bits')
  assert.deepEqual(share, {
    token,
    url: `${BASE}/v/${token}`,
    embed_url: `${BASE}/embed/${token}`,
    badge_url: `${BASE}/api/badge/${token}`,
    toggles: DEFAULTS,
  })
  assert.deepEqual(await client.ok(contract.getShare, owner.session, { params: { id } }), { share })
})

test('a toggle that is absent stays; what is no toggle is ignored or refused', async () => {
  const id = await makeVessel()
  const { token } = await put(id, { hin: true })
  assert.deepEqual((await put(id, { due: false })).toggles, { ...DEFAULTS, hin: true, due: false })
  assert.deepEqual((await put(id)).toggles, { ...DEFAULTS, hin: true, due: false })
  const odd = await client.ok(contract.putShare, owner.session, {
    params: { id },
    body: { token: 'mine', vessel_id: randomUUID(), toggles: { due: true, notes: true } },
  })
  assert.deepEqual([odd.share.token, odd.share.toggles], [token, { ...DEFAULTS, hin: true }])
  for (const toggles of [{ due: null }, { due: 1 }, { due: 'false' }, [], null, 'all']) {
    const answer = await client.call(contract.putShare, owner.session, { params: { id }, body: { toggles } })
    assert.equal(answer.status, 400, JSON.stringify(toggles))
  }
})

test('PUTs at once make one share, with the changes of all', async () => {
  const id = await makeVessel()
  const shares = await Promise.all(TOGGLES.map((name) => put(id, { [name]: !DEFAULTS[name] })))
  assert.equal(new Set(shares.map(({ token }) => token)).size, 1)
  assert.deepEqual((await put(id)).toggles, allBut([...TOGGLES.filter((name) => DEFAULTS[name])]))
})

test('a revoked share is gone for its owner, and a later one has another token and the defaults', async () => {
  const id = await makeVessel()
  const first = await put(id, { hin: true })
  assert.deepEqual((await revoke(id)).body, { removed: true })
  assert.equal((await revoke(id)).status, 404)
  assert.equal((await client.call(contract.getShare, owner.session, { params: { id } })).status, 404)
  const second = await put(id)
  assert.notEqual(second.token, first.token)
  assert.deepEqual(second.toggles, DEFAULTS)
  assert.deepEqual(await statuses(first.token), [404])
  assert.equal((await OUTPUTS.page(second.token)).status, 200)
})

test('sharing a vessel that is just being deleted is 404', async () => {
  const id = await makeVessel()
  let shared: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('vessel').where('id', '=', id).execute()
    shared = client.call(contract.putShare, owner.session, { params: { id }, body: {} })
    await untilWaiting(service.database, 1)
  })
  assert.equal((await shared)?.status, 404)
})

// --- what a stranger sees

/** A boat whose every shared field can be told from all else. */
async function sentinelBoat(): Promise<string> {
  const id = await makeVessel({
    name: 'Windrose',
    vessel_type: 'houseboat',
    make: 'Sentinelmake',
    model: 'Sentinelmodel',
    length_m: 12.34,
    hin: 'XX-SENTINELHIN',
    marina: 'Sentinelharbour',
    engine_hours: 4321,
  })
  const of = { params: { id } }
  await client.ok(contract.createTask, owner.session, {
    ...of,
    body: { title: 'Sentineltask', interval_hours: 100, start_hours: 4110 },
  })
  await client.ok(contract.logService, owner.session, {
    ...of,
    body: {
      title: 'Sentinelservice',
      note: 'Sentinelnote',
      done_at: '2025-07-01T10:00:00Z',
      engine_hours: 4123,
      cost: 1234.5,
      currency: 'SEK',
    },
  })
  const { inspection, items } = await client.ok(contract.startInspection, owner.session, { ...of, body: {} })
  for (const [place, verdict] of (['operational', 'non_operational'] as const).entries())
    await client.ok(contract.changeInspectionItem, owner.session, {
      params: { id: items[place].id },
      body: { verdict, note: 'Sentinelnote' },
    })
  await client.ok(contract.completeInspection, owner.session, {
    params: { id: inspection.id },
    body: { engine_hours: 4234 },
  })
  await addPictures(id)
  return id
}

/** Two cameras; the newest frame of the first one was taken last, and arrived first. */
const NEWEST_FRAME = randomUUID()
async function addPictures(vessel_id: string): Promise<void> {
  const cameras = ['2026-01-01', '2026-01-02'].map((day) => ({ id: randomUUID(), created_at: new Date(day) }))
  for (const camera of cameras.toReversed()) {
    const label = camera.created_at.toISOString()
    const fields = {
      connection_id: randomUUID(),
      registered_label: label,
      label,
      view: 'deck',
      retain_frames: 24,
    } as const
    await insertCamera(db, { vessel_id, ...camera, ...fields })
  }
  const frames = [
    { id: randomUUID(), camera: 0, captured_at: '2018-01-01', received_at: '2026-02-03' },
    { id: NEWEST_FRAME, camera: 0, captured_at: '2019-02-03', received_at: '2026-02-02' },
    { id: randomUUID(), camera: 1, captured_at: '2026-02-03', received_at: '2026-02-03' },
  ]
  for (const { id, camera, captured_at, received_at } of frames)
    await insertFrame(db, {
      vessel_id,
      id,
      camera_id: cameras[camera]!.id,
      mime: 'image/jpeg',
      width: 640,
      height: 480,
      trigger: 'device',
      captured_at: new Date(captured_at),
      received_at: new Date(received_at),
    })
}

/** What each toggle shows, and where it must be seen while the toggle is on. */
const SENTINELS: Record<ShareToggle, { text: RegExp; in: Output[] }[]> = {
  specs: [
    { text: /Sentinelmake Sentinelmodel/, in: ['page', 'card', 'oembed'] },
    { text: /Houseboat|12\.34/, in: ['page', 'card'] },
  ],
  // One overdue task, 85, and an inspection of 50: 68.
  health: [{ text: /[Hh]ealth(:| score)? 68|of 100|68 \/ 100/, in: ['page', 'card', 'badge', 'healthBadge'] }],
  due: [
    { text: /Sentineltask/, in: ['page'] },
    { text: /overdue/i, in: ['page', 'card', 'dueBadge'] },
  ],
  engine_hours: [
    { text: /4,321/, in: ['page', 'card'] },
    { text: /4,123/, in: ['page'] },
    { text: /4,234/, in: ['page'] },
    { text: /4,210/, in: ['page'] },
  ],
  service_history: [{ text: /Sentinelservice/, in: ['page'] }],
  inspections: [{ text: /VIR-\w{4}-\w{4}/, in: ['page'] }],
  costs: [{ text: /1,234\.50|SEK/, in: ['page'] }],
  photo: [{ text: new RegExp(`/frames/${NEWEST_FRAME}|3 Feb 2019`), in: ['page'] }],
  location: [{ text: /Sentinelharbour/, in: ['page'] }],
  hin: [{ text: /XX-SENTINELHIN/, in: ['page'] }],
}

const boat = await sentinelBoat()
const { token } = await put(boat, allBut([]))

const hidden = (answers: Record<Output, Answer>, toggle: ShareToggle) => {
  for (const [name, { text, headers }] of Object.entries(answers))
    for (const sentinel of SENTINELS[toggle])
      assert.doesNotMatch(text + JSON.stringify([...headers]), sentinel.text, `${toggle} is seen in ${name}`)
}

test('with every toggle on, each is seen where it belongs: the sentinels can be found', async () => {
  const answers = await allOutputs(token)
  for (const [toggle, sentinels] of Object.entries(SENTINELS))
    for (const sentinel of sentinels)
      for (const output of sentinel.in) assert.match(answers[output].text, sentinel.text, `${toggle} in ${output}`)
  for (const [name, { text }] of Object.entries(answers)) assert.doesNotMatch(text, /Sentinelnote/, name)
})

for (const toggle of TOGGLES) {
  test(`bad-input 45: ${toggle} off hides it in page, card, badge and oEmbed alike`, async () => {
    await put(boat, allBut([toggle]))
    hidden(await allOutputs(token), toggle)
  })

  test(`${toggle} alone shows nothing else`, async () => {
    await put(boat, allBut([toggle], false))
    const answers = await allOutputs(token)
    for (const other of TOGGLES.filter((name) => name !== toggle)) hidden(answers, other)
    assert.match(answers.page.text, /Windrose/)
  })
}

test('a cost is a number, and the photo a signed link to the newest frame of the first camera', async () => {
  await put(boat, allBut([]))
  const { text } = await OUTPUTS.page(token)
  assert.match(text, /<p class="amount">1,234\.50\u00a0SEK<\/p>/)
  const link = new RegExp(
    `src="${BASE}/frames/${NEWEST_FRAME}\\?exp=\\d{10}&amp;kid=\\w+&amp;size=screen&amp;share=[\\w-]{22}&amp;sig=[\\w-]{43}"`,
  )
  assert.match(text, link)
})

test('the badge shows health where it is shared, else what is due; a kind that is not shared is private', async () => {
  const shown = async (toggles: ShareToggles, query = '') => {
    await put(boat, toggles)
    const { status, text } = await client.call(contract.getShareBadge, null, { params: { token }, query })
    return [status, /<title>(.*)<\/title>/.exec(text)?.[1]]
  }
  const isPrivate = [404, 'This vessel is private']
  assert.deepEqual(await shown(allBut([])), [200, 'Windrose: health 68 / 100'])
  assert.deepEqual(await shown(allBut(['health'])), [200, 'Windrose: maintenance 1 overdue'])
  assert.deepEqual(await shown(allBut([]), 'kind=due'), [200, 'Windrose: maintenance 1 overdue'])
  assert.deepEqual(await shown(allBut(['health']), 'kind=health'), isPrivate)
  assert.deepEqual(await shown(allBut(['due']), 'kind=due'), isPrivate)
  assert.deepEqual(await shown(allBut(['due', 'health'])), isPrivate)
  const wrong = await client.call(contract.getShareBadge, null, { params: { token }, query: 'kind=speed' })
  assert.equal(wrong.status, 400)
})

test('page, card and badge are what they say they are; any site may frame the card, and our own app alone the page', async () => {
  await put(boat, allBut([]))
  const { page, card, badge, oembed } = await allOutputs(token)
  const said = (answer: Answer) => answer.headers.get('content-type')
  assert.deepEqual([page, card, badge, oembed].map(said), [
    'text/html; charset=utf-8',
    'text/html; charset=utf-8',
    'image/svg+xml; charset=utf-8',
    'application/json; charset=utf-8',
  ])
  const policy = (answer: Answer) => answer.headers.get('content-security-policy') ?? ''
  assert.match(policy(page), /^default-src 'none'; .*img-src 'self' https:\/\/boat\.example;.* frame-ancestors 'self'$/)
  assert.match(policy(card), /^default-src 'none'; .*frame-ancestors \*$/)
  assert.equal(policy(badge), "default-src 'none'")
  for (const { headers } of [page, card, badge, oembed]) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store', 'a copy would outlive the share')
    assert.equal(headers.get('set-cookie'), null)
  }
})

// --- private

/** The answer but for what differs between any two. */
const bytes = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'date'),
})

test('bad-input 45: a revoked, an unknown and an impossible token get one 404 each, byte for byte, and no-store', async () => {
  const id = await makeVessel({ name: 'Windflower' })
  const revoked = (await put(id)).token
  const before = await allOutputs(revoked)
  await revoke(id)
  const swapped = (text: string) =>
    text.replace(/[a-z]/i, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
  const others = ['0123456789abcdefghijkl', swapped(token), `${token}x`, 'x', 'a\u0000b', "'", 'é', 'x'.repeat(2000)]
  for (const [name, ask] of Object.entries(OUTPUTS)) {
    const answer = bytes(await ask(revoked))
    assert.equal(answer.status, 404, name)
    assert.ok(answer.headers.some(([header, value]) => header === 'cache-control' && value === 'no-store'))
    assert.equal(before[name as Output].status, 200, 'control')
    for (const other of others) {
      // U+0000 in the query of oEmbed is refused as text that cannot be stored.
      if (name === 'oembed' && other.includes('\u0000')) continue
      assert.deepEqual(bytes(await ask(encodeURIComponent(other))), answer, `${name} of ${other.slice(0, 30)}`)
    }
  }
  assert.match((await OUTPUTS.page(revoked)).text, /<h1>This dossier is private<\/h1>/)
  assert.match((await OUTPUTS.card(revoked)).text, /dossier is private/)
  assert.match((await OUTPUTS.badge(revoked)).text, /private<\/text>/)
  assert.deepEqual((await OUTPUTS.oembed(revoked)).body, { error: 'not_found' })
})

test('when the answer to DELETE has come, everything is private, also with readers all along', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await makeVessel()
    const { token } = await put(id)
    let reading = true
    const readers = Object.values(OUTPUTS).map(async (ask) => {
      while (reading) assert.ok([200, 404].includes((await ask(token)).status))
    })
    await OUTPUTS.page(token)
    await revoke(id)
    assert.deepEqual(await statuses(token), [404])
    reading = false
    await Promise.all(readers)
  }
})

test('a toggle that is switched off is hidden when the answer to PUT has come', async () => {
  await put(boat, allBut([]))
  assert.match((await OUTPUTS.page(token)).text, /XX-SENTINELHIN/)
  await put(boat, { hin: false })
  assert.doesNotMatch((await OUTPUTS.page(token)).text, /XX-SENTINELHIN/)
})

test('a vessel that is deleted is private', async () => {
  const { id } = await makeBoat(client, owner)
  const { token } = await put(id)
  assert.deepEqual(await statuses(token), [200])
  await client.ok(contract.deleteVessel, owner.session, { params: { id } })
  assert.deepEqual(await statuses(token), [404])
})

// --- oEmbed and the page

test('oEmbed refuses each address that the page refuses', async () => {
  await put(boat, allBut([]))
  for (const end of [
    token,
    `${token}/`,
    `${token}//`,
    `${token}.`,
    `${token}%20`,
    `${token}%2f`,
    `${token}?utm_source=x`,
    `${token}?`,
    token.slice(1),
    `x${token}`,
  ]) {
    const page = await client.raw('GET', `/v/${end}`)
    const url = encodeURIComponent(`${BASE}/v/${end}`)
    const { status } = await client.raw('GET', `/api/oembed?url=${url}`)
    assert.equal(status, page.status === 200 ? 200 : 404, end)
  }
})

// --- languages

const english = { 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' }
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

/** The addresses of everything that has words, for a token. */
const spoken = (token: string) => [`/v/${token}`, `/embed/${token}`, `/api/badge/${token}`]

test('page, card and badge speak the language of the reader, also where there is nothing', async () => {
  await put(boat, allBut([]))
  for (const path of [...spoken(token), ...spoken('0123456789abcdefghijkl')]) {
    const [en, de, none] = await Promise.all(
      [english, german, {}].map((headers) => client.raw('GET', path, { headers })),
    )
    assert.notEqual(en!.text, de!.text, path)
    assert.equal(en!.status, de!.status)
    assert.equal(none!.headers.get('content-language'), 'en')
    for (const [language, answer] of Object.entries({ en, de })) {
      assert.equal(answer!.headers.get('content-language'), language)
      assert.equal(answer!.headers.get('vary')?.toLowerCase(), 'accept-language')
      assert.equal(answer!.headers.get('cache-control'), 'no-store')
      assert.equal(answer!.headers.get('etag'), null)
      if (path.startsWith('/api')) continue
      assert.ok(answer!.text.includes(`<html lang="${language}">`), path)
    }
    assert.match(de!.text, /Zustand|privat/)
  }
})

test('a link may name the language; another one is no error, and the reader’s counts', async () => {
  for (const path of spoken(token)) {
    const languageOf = async (query: string, headers: Record<string, string>) => {
      const { status, headers: answered } = await client.raw('GET', `${path}${query}`, { headers })
      return [status, answered.get('content-language')]
    }
    assert.deepEqual(await languageOf('?lang=de', english), [200, 'de'])
    assert.deepEqual(await languageOf('?lang=en', german), [200, 'en'])
    for (const other of ['fr', '', 'constructor', 'DE']) {
      assert.deepEqual(await languageOf(`?lang=${other}`, german), [200, 'de'], other)
    }
  }
  const url = encodeURIComponent(`${BASE}/v/${token}?lang=de`)
  const { body } = await client.raw('GET', `/api/oembed?url=${url}`, { headers: english })
  assert.ok(body.html.includes(`src="${BASE}/embed/${token}?lang=de"`))
})

test('HEAD says the language and the length of what GET sends in it', async () => {
  // The page is of the minute in which it is made.
  for (const path of spoken(token).filter((path) => !path.startsWith('/v/'))) {
    const lengths = await Promise.all(
      [english, german].map(async (headers) => {
        const [head, full] = await Promise.all(['HEAD', 'GET'].map((method) => client.raw(method, path, { headers })))
        for (const name of ['content-language', 'content-length', 'vary'])
          assert.equal(head!.headers.get(name), full!.headers.get(name))
        return head!.headers.get('content-length')
      }),
    )
    assert.notEqual(lengths[0], lengths[1], path)
  }
})

// --- hosts and names

test('bad-input 42: a forged Host, in whatever header, never reaches a link', async () => {
  await put(boat, allBut([]))
  const { port } = new URL(client.baseUrl)
  const ask = (path: string, cookie = '', host = `127.0.0.1:${port}`) =>
    new Promise<string>((resolve, reject) => {
      const headers = {
        host,
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'gopher',
        forwarded: 'host=evil.test',
        cookie,
      }
      get({ port, path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve(`${answer.statusCode} ${JSON.stringify(answer.headers)} ${Buffer.concat(chunks)}`),
        )
      }).on('error', reject)
    })
  const oembed = `/api/oembed?url=${encodeURIComponent(`${BASE}/v/${token}`)}`
  for (const path of [`/v/${token}`, `/embed/${token}`, oembed, `/app/vessels/${boat}/share`]) {
    const answer = await ask(path, owner.session.cookie)
    assert.match(answer, /^200 /)
    assert.ok(answer.includes(`${BASE}/`), path)
    assert.doesNotMatch(answer, /evil|gopher/, path)
    const refused = await ask(path, owner.session.cookie, 'evil.test')
    assert.match(refused, /^421 /)
    assert.doesNotMatch(refused, /evil|gopher/, path)
  }
  assert.match(await ask(`/api/oembed?url=${encodeURIComponent(`http://evil.test/v/${token}`)}`), /^404 /)
})

/** The names of all tags in order: what a text that somebody typed must not be able to change. */
const tags = (markup: string) => [...markup.matchAll(/<\/?([\w!-]+)/g)].map(([tag]) => tag)

test('bad-input 43: a hostile name is text everywhere', async () => {
  const hostile = '</text></title></style><script>alert(1)</script>"\'&\u0001\u001b\u202e\ufffe]]>--><!--'
  const [plain, nasty] = await Promise.all(
    ['Aurora', hostile].map(async (name) => {
      const id = await makeVessel({ name, make: name.slice(0, 80), marina: name })
      return allOutputs((await put(id, allBut([]))).token)
    }),
  )
  for (const [name, { text }] of Object.entries(nasty!)) {
    assert.equal(nasty![name as Output].status, 200)
    if (name !== 'oembed') assert.deepEqual(tags(text), tags(plain![name as Output].text), name)
    assert.doesNotMatch(text, /[\u0001\u001b\u202e\ufffe]/, name)
  }
  assert.match(nasty!.oembed.body.html, /^<iframe (?:[a-z]+="[^"<>]*" ?)+><\/iframe>$/)
  assert.ok(nasty!.badge.text.includes('&lt;script&gt;'), 'control: the name is on the badge')
})

// --- oEmbed

test('the page leads to its oEmbed answer, and that to the card', async () => {
  await put(boat, allBut([]))
  const { text } = await OUTPUTS.page(token)
  const href = /type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.ok(href.startsWith(`${BASE}/api/oembed?`), href)
  const answer = await client.raw('GET', href.slice(BASE.length))
  assert.deepEqual(
    { ...answer.body, html: /src="([^"]+)"/.exec(answer.body.html)?.[1] },
    {
      version: '1.0',
      type: 'rich',
      title: 'Windrose · Sentinelmake Sentinelmodel',
      provider_name: 'Binnacle',
      provider_url: `${BASE}/`,
      html: `${BASE}/embed/${token}`,
      width: 420,
      height: 220,
    },
  )
})

const oembed = (query: Record<string, string> | string) => client.call(contract.getOembed, null, { query })
const errorOf = ({ status, body }: Answer) => [status, body.error?.split(':')[0]]

test('bad-input 44: maxwidth and maxheight are whole px from 1, format is json, and one url is needed', async () => {
  const url = `${BASE}/v/${token}`
  for (const max of ['maxwidth', 'maxheight'])
    for (const wrong of ['-1', 'NaN', '', '0', '1.5', '1e2', '0x10'])
      assert.deepEqual(errorOf(await oembed({ url, [max]: wrong })), [400, 'invalid_request'], `${max}=${wrong}`)
  assert.deepEqual(errorOf(await oembed({ url, format: 'xml' })), [501, 'unsupported_format'])
  assert.deepEqual(errorOf(await oembed({ format: 'json' })), [400, 'invalid_request'])
  const twice = new URLSearchParams([
    ['url', url],
    ['url', url],
  ])
  assert.deepEqual(errorOf(await oembed(twice.toString())), [400, 'invalid_request'])
  const { status, body } = await oembed({ url, format: 'json', maxwidth: '300', maxheight: '9999' })
  assert.deepEqual([status, body.width, body.height], [200, 300, 220])
})

test('bad-input 44: what is no share link of ours is 404, and no request leaves the server', async () => {
  let visits = 0
  const elsewhere = createServer((_request, response) => {
    visits++
    response.end()
  }).listen(0, '127.0.0.1')
  after(() => elsewhere.close())
  await new Promise((resolve) => elsewhere.once('listening', resolve))
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  for (const url of [
    `http://${host}/v/${token}`,
    `//${host}/v/${token}`,
    `http://${host}@boat.example/v/${token}`,
    `https://boat.example@${host}/v/${token}`,
    `https://boat.example//${host}/v/${token}`,
    `https://boat.example/fleet/v/${token}`,
    `javascript:fetch('http://${host}')`,
    `/v/${token}`,
    token,
    '',
  ])
    assert.deepEqual(errorOf(await oembed({ url })), [404, 'not_found'], url)
  assert.equal(visits, 0)
  await fetch(`http://${host}/`)
  assert.equal(visits, 1, 'control: a visit would have been seen')
})
