import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lacks } from '../../programs.ts'
import { type Deb, debOf } from './deb.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-deb-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a Debian package has the time it is given and sorted entries, whatever the umask is', {
  skip: lacks('dpkg-deb'),
}, async () => {
  const entries: [string, Buffer][] = [
    ['usr/bin/a', Buffer.from('1')],
    ['etc/a.env', Buffer.from('2')],
  ]
  const deb: Deb = {
    control: { Package: 'a', Version: '1.0.0', Architecture: 'amd64', Depends: 'libc6', Description: 'a\n b' },
    files: new Map(entries),
    modes: { 'usr/bin/a': 0o755 },
    conffiles: ['etc/a.env'],
    scripts: new Map([['postinst', Buffer.from('#!/bin/sh\n')]]),
  }
  const time = new Date('2026-05-14T09:30:00Z')
  const made = await debOf(deb, time, join(folder, '1'))
  const umask = process.umask(0o077)
  const again = await debOf({ ...deb, files: new Map(entries.toReversed()) }, time, join(folder, '2')).finally(() =>
    process.umask(umask),
  )
  assert.ok(made.equals(again))
  assert.ok(!made.equals(await debOf(deb, new Date(0), join(folder, '3'))), 'a control')
})
