import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gpsTime } from './gps-time.ts'
import { readSentence } from './sentence.ts'

const time = (line: string) => {
  const ms = gpsTime(readSentence(line) ?? assert.fail(line))
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

const CASES: [name: string, line: string, expected: string | undefined][] = [
  ['RMC', '$GPRMC,195719.25,A,5310.8,N,00525.7,E,0.0,0.0,160527,0.7,E,A', '2027-05-16T19:57:19.250Z'],
  ['RMC without a fix', '$GPRMC,195719.25,V,5310.8,N,00525.7,E,0.0,0.0,160527,0.7,E,N', undefined],
  ['RMC whose weeks have rolled over', '$GPRMC,195719,A,5310.8,N,00525.7,E,0.0,0.0,300907,0.7,E,A', undefined],
  ['RMC whose weeks have rolled over twice', '$GPRMC,195719,A,5310.8,N,00525.7,E,0.0,0.0,290887,0.7,E,A', undefined],
  ['RMC without a date', '$GPRMC,195719,A,5310.8,N,00525.7,E,0.0,0.0,,0.7,E,A', undefined],
  ['ZDA', '$GPZDA,195719,16,05,2027,-02,00', '2027-05-16T19:57:19.000Z'],
  ['ZDA of plaka.log, without a date', '$GPZDA,095559,,,,00,*4D', undefined],
  ['ZDA that is years early', '$GPZDA,195719,01,01,2010,00,00', undefined],
  ['ZDA of the 31st of April', '$GPZDA,195719,31,04,2027,00,00', undefined],
  ["ZDA that is no receiver's", '$IIZDA,195719,16,05,2027,00,00', undefined],
  ['another sentence', '$GPGLL,6005.071,N,02332.346,E,095559,A,D*43', undefined],
]

for (const [name, line, expected] of CASES) test(name, () => assert.equal(time(line), expected))
