import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExact } from '../route/json.ts'
import { csvLine } from './csv.ts'

test('a line ends as RFC 4180 says; quotes, commas and line breaks are quoted; nothing is an empty cell', () => {
  assert.equal(csvLine(['a', null, undefined, true, 'b']), 'a,,,true,b\r\n')
  assert.equal(csvLine(['say "hi"', 'one, two', 'up\nand\rdown']), '"say ""hi""","one, two","up\nand\rdown"\r\n')
})

test('numbers keep every digit as it was sent', () => {
  const [exact, small, minus] = parseExact('[12.3400000000000000001, 1e-9, -0.0]') as unknown[]
  assert.equal(csvLine([exact, small, minus, -4.5, 10]), '12.3400000000000000001,1e-9,-0.0,-4.5,10\r\n')
})

test('a text that a spreadsheet would compute is made harmless; a number is none', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    assert.match(csvLine([`${start}HYPERLINK("x")`]), /^"?'/, JSON.stringify(start))
  for (const start of ['＝', '＋', '－', '＠']) assert.equal(csvLine([`${start}1`]), `'${start}1\r\n`)
  assert.equal(csvLine(['=1+1', '-5', -5, 'a=b', "'quoted'"]), "'=1+1,'-5,-5,a=b,'quoted'\r\n")
})

test('no part of a text is a formula for a spreadsheet that expects semicolons or tabs', () => {
  assert.equal(csvLine(["oil;=cmd|' /C calc'!A0;x"]), "oil;'=cmd|' /C calc'!A0;x\r\n")
  assert.equal(csvLine(['a\t=1', 'b\n@c', 'd\r\n+e']), 'a\t\'=1,"b\n\'@c","d\r\n\'+e"\r\n')
  assert.equal(csvLine(['a; b - c = d; e@f']), 'a; b - c = d; e@f\r\n')
})
