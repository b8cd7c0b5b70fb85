import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryCardAdvice } from './memory-card.ts'

const CARD = (179 << 8) | 2
const DISK = 8 << 8
const line = (options: string, { type = 'ext4', folder = '/' } = {}) =>
  `24 28 0:22 / /sys rw - sysfs sysfs rw\n28 1 179:2 / ${folder} rw,noatime shared:1 - ${type} /dev/mmcblk0p2 ${options}\n`

test('a memory card whose journal is written each five seconds is told what to do', () => {
  assert.match(
    memoryCardAdvice(CARD, line('rw')) ?? '',
    /commit=60 behind defaults.* run: mount -o remount,commit=60 '\/'$/,
  )
  assert.match(memoryCardAdvice(CARD, line('rw,commit=5')) ?? '', /commit=60/)
  assert.match(memoryCardAdvice(CARD, line('rw', { folder: '/my\\040card' })) ?? '', /commit=60 '\/my card'$/)
})

test('nothing is said of a card that has it, of another file system, of a disk, and where nothing is known', () => {
  assert.equal(memoryCardAdvice(CARD, line('rw,commit=60')), undefined)
  assert.equal(memoryCardAdvice(CARD, line('rw,errors=remount-ro,commit=30')), undefined)
  assert.equal(memoryCardAdvice(CARD, line('rw', { type: 'f2fs' })), undefined)
  assert.equal(memoryCardAdvice(DISK, line('rw')), undefined)
  assert.equal(memoryCardAdvice(CARD, ''), undefined)
})
