import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FrameMime } from '@binnacle/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { containerFault, mimeByContent } from './image-container.ts'

const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#1c5d99' } })
const jpeg = await picture.clone().jpeg().toBuffer()
const png = await picture.clone().png().toBuffer()
const webp = await picture.clone().webp().toBuffer()
const files: [FrameMime, Buffer][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
  ['image/jpeg', await picture.clone().jpeg({ progressive: true }).toBuffer()],
  ['image/webp', await picture.clone().ensureAlpha(0.5).webp({ lossless: true }).withExif({ IFD0: {} }).toBuffer()],
]

const withTail = (tail: Buffer | string) =>
  files.map(([mime, file]) => containerFault(mime, Buffer.concat([file, Buffer.from(tail as string, 'latin1')])))
const nothing = files.map(() => null)
const foreign = files.map(() => 'foreign')

test('a file is known by its first bytes', () => {
  for (const [mime, file] of files) assert.equal(mimeByContent(file.subarray(0, 12)), mime)
  for (const start of [
    '',
    '\xff\xd8',
    'GIF89a',
    '<svg',
    'RIFF\0\0\0\0WAVE',
    'II*\0',
    '\0\0\0\x1cftypavif',
    '%PDF-1.7',
  ]) {
    assert.equal(mimeByContent(Buffer.from(start, 'latin1')), null, start)
  }
})

test('a whole file has no fault; cut anywhere it is damaged', () => {
  for (const [mime, file] of files) {
    assert.equal(containerFault(mime, file), null)
    for (let length = 12; length < file.length; length++) {
      assert.equal(containerFault(mime, file.subarray(0, length)), 'damaged', `${mime}, ${length} of ${file.length}`)
    }
  }
})

test('what cameras leave after the picture passes', () => {
  assert.deepEqual(withTail('\0\0\0'), nothing)
  assert.deepEqual(withTail(Buffer.alloc(100_000)), nothing)
  assert.deepEqual(withTail('\xff\xff\r\n '), nothing)
  assert.deepEqual(withTail('dhav\x59\x19\x01\x00'), nothing)
  assert.deepEqual(withTail(`\0\0${'\x9a<b>\x13P\0'.repeat(70)}`), nothing)
})

test('another format after the picture is foreign', () => {
  const others = ['PK\x03\x04', 'PK\x05\x06', '%PDF-1.4', 'GIF89a', 'Rar!\x1a', '\0\0\0\x18ftypmp42', '\x89PNG', 'RIFF']
  const texts = [
    '<!doctype html>',
    '<HTML>',
    '</script>',
    '<?xml version="1.0"?>',
    '<svg onload=x>',
    '<img src=x>',
    '<!-- -->',
  ]
  for (const other of [...others, ...texts]) {
    assert.deepEqual(withTail(other), foreign, other)
    assert.deepEqual(withTail(`\0\0\0dhav${other}`), foreign, other)
  }
  assert.deepEqual(withTail(jpeg), foreign)
  assert.deepEqual(withTail('\x01'.repeat(1024)), nothing)
  assert.deepEqual(withTail('\x01'.repeat(1025)), foreign)
})

/** A JPEG with a segment after its start. */
const jpegWith = (marker: number, content: string) => {
  const head = Buffer.from([0xff, marker, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(content, 'latin1'), jpeg.subarray(2)])
}

test('a JPEG that announces further pictures may have them', () => {
  const announced = jpegWith(0xe2, 'MPF\0II*\0')
  assert.equal(containerFault('image/jpeg', Buffer.concat([announced, jpeg])), null)
  assert.equal(
    containerFault('image/jpeg', Buffer.concat([announced, Buffer.alloc(9), jpeg, jpeg, Buffer.alloc(5)])),
    null,
  )
  assert.equal(containerFault('image/jpeg', Buffer.concat([announced, jpeg.subarray(0, -2)])), 'damaged')
  assert.equal(containerFault('image/jpeg', Buffer.concat([announced, jpeg, Buffer.from('PK\x03\x04')])), 'foreign')
})

test('an end of image inside a segment is not the end; extraneous bytes between segments are skipped', () => {
  assert.equal(containerFault('image/jpeg', jpegWith(0xfe, '\xff\xd9PK\x03\x04')), null)
  const extraneous = Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(608, 7), jpeg.subarray(20)])
  assert.equal(containerFault('image/jpeg', extraneous), null)
})

test('a JPEG of more than a hundred scans is damaged', () => {
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  const scans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array(count - 1).fill(scan), jpeg.subarray(-2)])
  assert.equal(containerFault('image/jpeg', scans(100)), null)
  assert.equal(containerFault('image/jpeg', scans(101)), 'damaged')
})

test('garbled files never throw', () => {
  const garbled = fc.tuple(fc.constantFrom(...files), fc.nat(), fc.uint8Array({ maxLength: 30 }))
  fc.assert(
    fc.property(garbled, ([[mime, file], at, bytes]) => {
      const copy = Buffer.from(file)
      copy.set(bytes.subarray(0, file.length - 12), 12 + (at % Math.max(1, file.length - 12 - bytes.length)))
      containerFault(mime, copy)
    }),
  )
})
