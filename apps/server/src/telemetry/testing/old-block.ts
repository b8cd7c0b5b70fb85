/** Three batches from 2026-05-01T10:00:00Z on, each five seconds, as a version before migration 0030 has put them into a block. */
export const OLD_BLOCK = {
  body: `{"series":[["depth","m",null],["engine_rpm",null,"port"],["fault_code",null,null]],"layouts":[{"of":[0,1,2],"at":[0,1,1],"times":2},{"of":[0,1,2],"at":[0,1,2],"times":3},{"of":[0,1,2,0],"at":[0,1,1,null],"times":2}],"times":[[4,"2026-05-01T12:00:05+02:00"]],"columns":[{"decimals":1,"trimmed":true,"odd":[[3,"1e-30"]]},{"decimals":0,"trimmed":false,"odd":[]},null],"texts":[null,null,["P0118","P0118","P0118"]],"keys":["00abcde","01abcde","02abcde"]}`,
  block: Buffer.from('A/ju2K+8ZwCQTgGQTgKO5NivvGcHmE4HAJhOB1oUFAD0HNcE1wQ=', 'base64'),
}

/** Of each batch when it arrived, its key and its readings: metric, digits, text, unit, instance and time. */
export const OLD_BATCHES = [
  [
    '2026-05-01T10:00:00.700Z',
    '00abcde',
    ['depth', '4.5', null, 'm', null, '2026-05-01T10:00:00.007Z'],
    ['engine_rpm', '1850', null, null, 'port', '2026-05-01T10:00:00.003Z'],
    ['fault_code', 'null', 'P0118', null, null, '2026-05-01T10:00:00.003Z'],
  ],
  [
    '2026-05-01T10:00:05.700Z',
    '01abcde',
    ['depth', '5.5', null, 'm', null, '2026-05-01T10:00:05.007Z'],
    ['engine_rpm', '1550', null, null, 'port', '2026-05-01T10:00:05.003Z'],
    ['fault_code', 'null', 'P0118', null, null, '2026-05-01T12:00:05+02:00'],
  ],
  [
    '2026-05-01T10:00:10.700Z',
    '02abcde',
    ['depth', '6.5', null, 'm', null, '2026-05-01T10:00:10.007Z'],
    ['engine_rpm', '1250', null, null, 'port', '2026-05-01T10:00:10.003Z'],
    ['fault_code', 'null', 'P0118', null, null, '2026-05-01T10:00:10.003Z'],
    ['depth', '1e-30', null, 'm', null, null],
  ],
] as const
