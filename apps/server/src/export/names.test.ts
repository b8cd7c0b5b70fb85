import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctNames, fileName, timeName } from './names.ts'

test('a name is one folder on any system, whatever the boat is called', () => {
  const names: [string, string][] = [
    ['Aurora', 'Aurora'],
    ['  Sea   Breeze II ', 'Sea Breeze II'],
    ['Ærøskøbing – Šárka', 'Ærøskøbing Šárka'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\boat\0', 'C boat'],
    ['</script><img onerror>', 'script img onerror'],
    ['.', 'unnamed'],
    ['🚤', 'unnamed'],
    ['', 'unnamed'],
    ['nul', 'nul_'],
    ['COM1', 'COM1_'],
    ['船'.repeat(100), '船'.repeat(60)],
  ]
  for (const [given, expected] of names) assert.equal(fileName(given), expected, given)
})

test('two of one name are told apart, also where the disk knows no capitals', () => {
  assert.deepEqual(distinctNames(['Aurora', 'aurora', 'Bosun', 'Aurora', 'Aurora 2']), [
    'Aurora',
    'aurora 2',
    'Bosun',
    'Aurora 3',
    'Aurora 2 2',
  ])
})

test('a time is a name that sorts by time', () => {
  assert.equal(timeName(new Date('2026-05-14T09:30:00.250Z')), '2026-05-14 093000.250Z')
})
