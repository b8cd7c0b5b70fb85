import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveName, expiredBeforeUpgrade, expiredDaily, ownArchives } from './archive-names.ts'

const day = (n: number) => new Date(Date.UTC(2026, 4, n, 3, 4, 5, 678))
const name = (n: number) => archiveName('daily', '0a1b2c3d', day(n), false)

test('a name says what it is, whose and when, and is read back', () => {
  assert.equal(name(14), 'binnacle-daily-0a1b2c3d-20260514T030405Z.tar')
  assert.deepEqual(ownArchives([name(14)], 'daily', ['0a1b2c3d']), [
    { name: name(14), at: new Date('2026-05-14T03:04:05Z') },
  ])
})

test('encrypted archives have a name of their own, and are ours beside those of before', () => {
  const encrypted = archiveName('daily', '0a1b2c3d', day(15), true)
  assert.equal(encrypted, 'binnacle-daily-0a1b2c3d-20260515T030405Z.tar.age')
  const ours = ownArchives([name(14), encrypted], 'daily', ['0a1b2c3d'])
  assert.deepEqual(
    ours.map((own) => own.name),
    [encrypted, name(14)],
  )
})

test('archives of before a rotation of the secret are ours, in one order with those of after it', () => {
  const after = archiveName('daily', 'ffffffff', day(15), false)
  const ours = ownArchives([name(14), name(16), after], 'daily', ['ffffffff', '0a1b2c3d'])
  assert.deepEqual(
    ours.map((own) => own.name),
    [name(16), after, name(14)],
  )
})

test('what somebody else made is not ours: another installation, another kind, by hand, half written', () => {
  const others = [
    archiveName('daily', 'ffffffff', day(1), false),
    archiveName('before-upgrade', '0a1b2c3d', day(1), false),
    `${name(1)}.part`,
    `old-${name(1)}`,
    'binnacle-daily-0a1b2c3d-20260599T030405Z.tar',
    'holiday.tar',
  ]
  assert.deepEqual(ownArchives(others, 'daily', ['0a1b2c3d']), [])
})

const archives = (...days: number[]) => ownArchives(days.map(name), 'daily', ['0a1b2c3d'])
const days = (gone: { at: Date }[]) => gone.map(({ at }) => at.getUTCDate())

test('daily archives go after so many days', () => {
  assert.deepEqual(days(expiredDaily(archives(1, 2, 3, 16, 17, 18, 19, 20), day(20), 14)), [3, 2, 1])
  assert.deepEqual(expiredDaily(archives(10, 16, 17, 18), day(20), 14), [])
})

test('the newest three stay however old they are', () => {
  assert.deepEqual(days(expiredDaily(archives(1, 2, 3, 4), new Date('2036-01-01'), 14)), [1])
})

test('of those before an upgrade two stay', () => {
  assert.deepEqual(days(expiredBeforeUpgrade(archives(1, 2, 3))), [1])
})
