import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapesAt } from '../../backup/archive/our-tables.ts'
import { migrationNames } from './migrate.ts'

/** What a column of each type of PostgreSQL is in tables.ts; any other type is text, of which some columns name the words. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'double precision': 'number',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  smallint: 'number',
  'timestamp with time zone': 'Date',
}

const source = await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8')
const fieldsOf = (name: string): [name: string, type: string][] => {
  const [, body = ''] = new RegExp(`interface ${name} \\{\n(.*?)\n\\}`, 's').exec(source) ?? []
  return [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, field = '', type = '']) => [field, type])
}

/** As tables.json writes a column, with the type of tables.ts. */
function columnOf([name, type]: [name: string, type: string]): string {
  const inner = type.replace(/^Generated<(.*)>$/, '$1')
  const mayBeNull = inner.endsWith(' | null') || inner === 'Decimal'
  const [known = 'text'] = /^(?:number|boolean|Uint8Array|Json|Date)\b/.exec(inner) ?? []
  return `${name} ${known}${mayBeNull ? '' : ' not null'}`
}

test('tables.ts has the columns that the migrations make, with their types and whether they may be null', async () => {
  const shapes = (await shapesAt(await migrationNames()))!
  const tables = fieldsOf('Tables')
  assert.ok(tables.length > 30)
  for (const [table, type] of tables) {
    const { columns, rules } = shapes[table]!
    const made = columns.map((column) => {
      const rule = rules.find((one) => one.startsWith(`${column} `))!
      const [, sqlType = '', notNull = ''] = /^\w+ (.*?)( not null)?$/.exec(rule) ?? []
      return `${column} ${TYPES[sqlType] ?? 'text'}${notNull}`
    })
    assert.deepEqual(fieldsOf(type).map(columnOf).sort(), made.sort(), table)
  }
})
