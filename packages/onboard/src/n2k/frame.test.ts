import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { encodeMXPGN, encodePCDIN, encodePDGY } from '@canboat/canboatjs'
import fc from 'fast-check'
import { pgnIn, readFrame } from './frame.ts'

const DATA = new URL('../../../../../shared/data/n2k/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`

const at = (iso: string) => ({ ms: Date.parse(iso), dated: true })
const position = 'eb,85,63,08,c8,b5,ab,db'
const compact = position.replaceAll(',', '').toUpperCase()
const spaced = position.replaceAll(',', ' ').toUpperCase()
const data = Buffer.from(compact, 'hex')

const LINES: [name: string, line: string, format: string, stamp: unknown][] = [
  ['canboat', `2016-02-28T19:57:02.364Z,2,129025,33,255,8,${position}`, 'Actisense', at('2016-02-28T19:57:02.364Z')],
  [
    'older canboat',
    `2016-02-28-19:57:02.364,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2016-02-28T19:57:02.364Z'),
  ],
  [
    'older canboat in whole seconds (dirona)',
    `2016-02-28-19:57:01,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2016-02-28T19:57:01Z'),
  ],
  [
    'oldest canboat',
    `2009-06-18Z09:46:01.129,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2009-06-18T09:46:01.129Z'),
  ],
  [
    'canboat with an offset',
    `2016-02-28T21:57:02.364+02:00,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2016-02-28T19:57:02.364Z'),
  ],
  [
    'canboat with an offset in hours',
    `2016-02-28T21:57:02.364+02,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2016-02-28T19:57:02.364Z'),
  ],
  [
    'canboat with an offset without colon, in tenths',
    `2016-02-28 14:57:02.3-0500,2,129025,33,255,8,${position}`,
    'Actisense',
    at('2016-02-28T19:57:02.300Z'),
  ],
  [
    'Actisense N2K ASCII',
    `A173321.107 21FF2 1F801 ${compact}`,
    'Actisense N2K ASCII',
    { ms: ((17 * 60 + 33) * 60 + 21.107) * 1000, dated: false },
  ],
  ['candump log', `(1669809749.869188) can0 09F80121#${compact}`, 'candump3', { ms: 1669809749869, dated: true }],
  ['candump on a terminal', `  can0  09F80121   [8]  ${spaced}`, 'candump2', undefined],
  [
    'candump -ta on another bus',
    ` (1669809749.869188)  vcan1  09F80121   [8]  ${spaced}`,
    'candump2',
    { ms: 1669809749869, dated: true },
  ],
  [
    'candump -tA',
    ` (2022-11-30 00:02:29.869188)  can0  09F80121   [8]  ${spaced}`,
    'candump2',
    { ms: Date.parse('2022-11-30T00:02:29.869Z'), dated: true },
  ],
  [
    'candump -tA -x',
    ` (2022-11-30 00:02:29.869188)  can0  RX - -  09F80121   [8]  ${spaced}`,
    'candump2',
    at('2022-11-30T00:02:29.869Z'),
  ],
  ['candump -tz', ` (012.500000)  can0  09F80121   [8]  ${spaced}`, 'candump2', { ms: 12_500, dated: false }],
  [
    'candump -tz after a day',
    ` (123456.500000)  can0  09F80121   [8]  ${spaced}`,
    'candump2',
    { ms: 123_456_500, dated: false },
  ],
  [
    'candump of a machine without a clock',
    ` (0000000012.500000)  can0  09F80121   [8]  ${spaced}`,
    'candump2',
    { ms: 12_500, dated: false },
  ],
  [
    'candump log of -x',
    `(1669809749.869188) can0 09F80121#${compact} R`,
    'candump3',
    { ms: 1669809749869, dated: true },
  ],
  [
    'candump log of -tA',
    `(2022-11-30 00:02:29.869188) can0 09F80121#${compact}`,
    'candump3',
    at('2022-11-30T00:02:29.869Z'),
  ],
  ['candump log of -tz', `(012.500000) can0 09F80121#${compact}`, 'candump3', { ms: 12_500, dated: false }],
  ['candump of Angstrom', `<0x09f80121> [8] ${spaced.toLowerCase()}`, 'candump1', undefined],
  ['Yacht Devices', `00:54:47.678 R 09F80121 ${spaced}`, 'YDRAW', { ms: 54 * 60_000 + 47_678, dated: false }],
  ['Yacht Devices without time', `09F80121 ${spaced}`, 'YDRAW', undefined],
  ['iKonvert', `!PDGY,129025,2,33,255,0.563,${data.toString('base64')}`, 'PDGY', { ms: 563, dated: false }],
]

for (const [name, line, format, stamp] of LINES)
  test(name, () => {
    const frame = readFrame(line)
    assert.deepEqual(
      { pgn: frame?.pgn, format: frame?.format, data: frame?.data, stamp: frame?.stamp },
      { pgn: 129025, format, data, stamp },
    )
  })

test('a line that ends anywhere, as the last of a recording may, has no byte that it does not say', () => {
  for (const [name, line] of LINES)
    for (let end = name === 'iKonvert' ? line.lastIndexOf(',') : 0; end < line.length; end++) {
      const cut = readFrame(line.slice(0, end))?.data ?? Buffer.alloc(0)
      assert.ok(data.subarray(0, cut.length).equals(cut), `${name}: ${line.slice(0, end)}`)
    }
})

test('the number of a message is seen without reading it in the formats that adapters send most, and never seen wrongly', () => {
  const unseen = LINES.filter(([, line]) => pgnIn(line) === undefined).map(([name]) => name)
  assert.deepEqual(unseen, ['Actisense N2K ASCII', 'candump of Angstrom', 'iKonvert'])
  const hex = (id: number) => id.toString(16).padStart(8, '0').toUpperCase()
  fc.assert(
    fc.property(fc.nat(0x1fff_ffff), fc.constantFrom(...LINES), (id, [, line]) => {
      const other = line.replace(/09F80121/i, hex(id)).replace(',129025,', `,${id % 131_072},`)
      assert.equal(pgnIn(other) ?? readFrame(other)?.pgn, readFrame(other)?.pgn, other)
    }),
  )
})

describe('in recordings', { skip }, () => {
  for (const file of skip ? [] : readdirSync(DATA))
    test(file, () => {
      for (const line of readFileSync(new URL(file, DATA), 'latin1').split('\n')) {
        const pgn = pgnIn(line)
        if (pgn !== undefined) assert.equal(pgn, readFrame(line)?.pgn ?? pgn, line)
      }
    })
})

test('NMEA 2000 in NMEA 0183 sentences', () => {
  const message = { pgn: 129025, prio: 2, src: 33, dst: 255, data }
  for (const line of [encodePCDIN(message), encodeMXPGN(message), encodePDGY(message)])
    assert.equal(readFrame(line)?.pgn, 129025, line)
})

test('what is no frame', () => {
  const lines = [
    '',
    '# comment',
    'position 14 07 40',
    '$GPRMC,123519,A',
    '2016-04-09T16:41:09.092Z,3,126208,32,255,0',
    '(1669809749.869188) can0 09F80121#R',
    ' (012.500000)  can0  09F80121   [8]  remote request',
    '\u0000\u0001\u0002',
  ]
  for (const line of lines) assert.equal(readFrame(line), undefined, line)
})
