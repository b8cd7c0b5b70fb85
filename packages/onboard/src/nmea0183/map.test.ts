import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapSentence } from './map.ts'
import { readSentence } from './sentence.ts'

type Row = [metric: string, value: number, instance?: string]

function map(line: string): Row[] {
  return mapSentence(readSentence(line) ?? assert.fail(line), 0).map(({ metric, value, instance }) =>
    instance === undefined ? [metric, value ?? Number.NaN] : [metric, value ?? Number.NaN, instance],
  )
}

const CASES: [name: string, line: string, expected: Row[]][] = [
  [
    'RMC',
    '$GPRMC,195719,A,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E,A',
    [
      ['position_lat', 53.1801917],
      ['position_lon', 5.428375],
      ['speed_over_ground', 6.2],
    ],
  ],
  [
    'RMC before NMEA 2.3, in the south-west',
    '$GPRMC,195719,A,3310.8115,S,07125.7025,W,6.2,0.0,160414,0.7,E',
    [
      ['position_lat', -33.1801917],
      ['position_lon', -71.428375],
      ['speed_over_ground', 6.2],
    ],
  ],
  ['RMC without a fix', '$GPRMC,195719,V,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E,N', []],
  ['RMC without a fix, before NMEA 2.3', '$GPRMC,195719,V,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E', []],
  ['RMC of a simulator', '$GPRMC,195719,A,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E,S', []],
  ['RMC, dead reckoning', '$GPRMC,195719,A,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E,E', []],
  ['RMC with empty fields', '$GPRMC,,V,,,,,,,,,,N', []],
  [
    'RMC with a position only',
    '$GPRMC,195719,A,0010.8115,N,00525.7025,E,,,160414,,,A',
    [
      ['position_lat', 0.1801917],
      ['position_lon', 5.428375],
    ],
  ],
  ['RMC with half a position', '$GPRMC,195719,A,5310.8115,N,,,6.2,,160414,,,A', [['speed_over_ground', 6.2]]],
  ['RMC on Null Island', '$GPRMC,195719,A,0000.0000,N,00000.0000,E,0.1,,160414,,,A', [['speed_over_ground', 0.1]]],
  ['RMC with 71 minutes', '$GPRMC,195719,A,5371.8115,N,00525.7025,E,,,160414,,,A', []],
  ['RMC with its hemispheres exchanged', '$GPRMC,195719,A,5310.8115,E,00525.7025,N,,,160414,,,A', []],
  ['RMC at 95 degrees north', '$GPRMC,195719,A,9510.8115,N,00525.7025,E,,,160414,,,A', []],
  [
    'GGA',
    '$GPGGA,195719,5310.8115,N,00525.7025,E,1,00,1.10,-2,M,,M,,*57',
    [
      ['position_lat', 53.1801917],
      ['position_lon', 5.428375],
    ],
  ],
  ['GGA without a fix', '$GPGGA,195719,5310.8115,N,00525.7025,E,0,00,,,M,,M,,', []],
  ['GGA of a simulator', '$GPGGA,195719,5310.8115,N,00525.7025,E,8,00,,,M,,M,,', []],
  [
    'GLL',
    '$GPGLL,6005.071,N,02332.346,E,095559,A,D*43',
    [
      ['position_lat', 60.0845167],
      ['position_lon', 23.5391],
    ],
  ],
  ['GLL with a warning', '$GPGLL,6005.071,N,02332.346,E,095559,V,N', []],
  ['VTG', '$IIVTG,224.44,T,224.44,M,5.81,N,,,D*68', [['speed_over_ground', 5.81]]],
  ['VTG in km/h only', '$IIVTG,224.44,T,224.44,M,,N,10.76,K,A', [['speed_over_ground', 5.81]]],
  ['VTG without a fix', '$IIVTG,,T,,M,0.0,N,0.0,K,N', []],
  ['DBT', '$IIDBT,034.25,f,010.44,M,005.64,F*27', [['depth', 10.44]]],
  ['DBT in feet only', '$SDDBT,32.81,f,,M,,F', [['depth', 10]]],
  ['DBT in fathoms only', '$SDDBT,,f,,M,5.5,F', [['depth', 10.058]]],
  ['DBT without an echo', '$SDDBT,,f,,M,,F', []],
  ['DPT below the transducer, whatever its offset', '$SDDPT,2.4,-0.5,100', [['depth', 2.4]]],
  ['DPT without an echo', '$SDDPT,,0.5', []],
  ['MTW', '$SDMTW,12.6,C*01', [['water_temp', 12.6]]],
  ['MTW in another unit', '$SDMTW,54.7,F', []],
  ['MTW of a dry sensor', '$SDMTW,45.0,C', []],
  ['RPM of the only engine', '$IIRPM,E,0,1480.5,,A', [['engine_rpm', 1480.5, 'port']]],
  ['RPM to starboard', '$IIRPM,E,1,1480.5,,A', [['engine_rpm', 1480.5, 'starboard']]],
  ['RPM to port', '$IIRPM,E,2,1480.5,,A', [['engine_rpm', 1480.5, 'port']]],
  ['RPM of a shaft', '$IIRPM,S,0,700,,A', []],
  ['RPM not valid', '$IIRPM,E,0,1480.5,,V', []],
  [
    'engine hours of a CruzPro meter',
    '$PBVE,BJAAAOAAABNCANIIBDAAPHABAAAACCABAAADAAHCJPACDIBOACAAGL',
    [['engine_hours', 1 + 34 / 60, 'port']],
  ],
  ["CruzPro's oil pressure has no hours", '$PBVE,DGOIADNNACAEACAAABBLAAEBAACMCFAAEPAIKI*37', []],
  [
    'XDR, an engine',
    '$ERXDR,P,300000,P,ENGINEOIL#0,C,89.5,C,ENGINE#0,U,13.4,V,ALTERNATOR#0,G,250.25,,Engine#0',
    [
      ['engine_oil_pressure', 300, 'port'],
      ['engine_coolant_temp', 89.5, 'port'],
      ['engine_hours', 250.25, 'port'],
    ],
  ],
  [
    'XDR, the other engine',
    '$ERXDR,T,920,R,ENGINE#1,P,3.1,B,ENGINEOIL#1,C,353.15,K,ENGINE#1,G,88,H,ENGINE#1',
    [
      ['engine_rpm', 920, 'starboard'],
      ['engine_oil_pressure', 310, 'starboard'],
      ['engine_coolant_temp', 80, 'starboard'],
      ['engine_hours', 88, 'starboard'],
    ],
  ],
  [
    'XDR, tanks',
    '$ERXDR,E,15,P,Fuel#0,V,80.5,P,FRESHWATER#1,V,50,P,WASTEWATER#0,E,75,P,BLACKWATER#0,V,33,P,FUEL',
    [
      ['fuel_level_pct', 15, '0'],
      ['water_level_pct', 80.5, '1'],
      ['waste_level_pct', 50, '0'],
      ['waste_level_pct', 75, 'black-0'],
      ['fuel_level_pct', 33, '0'],
    ],
  ],
  ['XDR, tanks in cubic metres', '$ERXDR,V,0.2,M,FUEL#0', []],
  [
    'XDR, batteries',
    '$IIXDR,U,12.61,V,BATTERY#0,I,4.2,A,BATTERY#0,U,25.9,V,BATTERY#1',
    [
      ['battery_voltage', 12.61, '0'],
      ['battery_voltage', 25.9, '1'],
    ],
  ],
  ['XDR, type and name that do not go together', '$IIXDR,C,12.61,C,BATTERY#0,U,12,V,ENGINE#0', []],
  [
    'XDR, a malformed group before a good one',
    '$IIXDR,C,-1.-3,C,ENGINE#0,C,89.5,C,ENGINE#0',
    [['engine_coolant_temp', 89.5, 'port']],
  ],
  [
    'XDR of gofree-merrimac.log, a field out of step',
    '$IIXDR,C,C,10.7,C,AIRTEMP,A,0.5,D,HEEL,A,-1.-3,D,TRIM,P,1.026,B,BARO,A,A,-4.-3,D,RUDDER*18',
    [],
  ],
  ['XDR cut off', '$IIXDR,C,89.5,C', []],
  ['a sentence of no interest', '$WIMWV,297.6,R,5.6,N,A*2A', []],
]

for (const [name, line, expected] of CASES) test(name, () => assert.deepEqual(map(line), expected))

test('the source is talker and formatter, and RMC is preferred to GGA, GLL and VTG, DPT to DBT', () => {
  const first = (line: string) => mapSentence(readSentence(line) ?? assert.fail(line), 0).at(0) ?? assert.fail(line)
  const position = '5310.8115,N,00525.7025,E'
  const rmc = first(`$GPRMC,195719,A,${position},6.2,0.0,160414,0.7,E,A`)
  const gga = first(`$GPGGA,195719,${position},1,00,1.10,-2,M,,M,,`)
  const gll = first(`$IIGLL,${position},195719,A,A`)
  assert.deepEqual([rmc.source, gga.source, gll.source], ['GP/RMC', 'GP/GGA', 'II/GLL'])
  assert.ok(rmc.rank < gga.rank && gga.rank < gll.rank)
  assert.ok(first('$SDDPT,2.4,').rank < first('$SDDBT,,f,2.4,M,,F').rank)
})
