import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdsCredentials, namesCredential } from './credentials.ts'

const REFUSED =
  'password Passwd PASSWORD pwd Pwd pw pass pass_phrase pass-phrase passPhrase passcode secret clientSecret client_secret token accessToken ' +
  'access_token TOKENS pin PIN userPIN PINCode pin_code pin2 credentials Credential creds apiKey APIKey api_key apikey X-Api-Key auth basicAuth ' +
  'Authorization bearer wifiPsk wifipass mqttpwd mqtt.password user_pass key ssh-key privateKey licenseKey ingest_key p-a-s-s-w-o-r-d pAsSwOrD ' +
  'Passwort kennwort contraseña lösenord passw0rd'

const ACCEPTED =
  'host port ip shipping pinned pinning spinnaker mapping compass compassOffset compass_width passage passengers bypass keypad keyboard ' +
  'author authority secretary interval label url topic portalId monkey donkey tank keyLime opinion gpio instance'

test('31 names of secrets are refused in any case, width or joining of words, and harmless ones are not', () => {
  for (const name of [...REFUSED.split(' '), 'mot de passe', 'ＰＡＳＳＷＯＲＤ', 'ｐｉｎ', 'api key', 'ſecret'])
    assert.equal(namesCredential(name), true, name)
  for (const name of ACCEPTED.split(' ')) assert.equal(namesCredential(name), false, name)
})

test('31 a secret is found at any depth, in objects and lists', () => {
  const nested = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.constant<unknown>({ Passwd: 'x' }),
      fc.record({ a: fc.integer(), inner: tie('node') }),
      tie('node').map((inner) => [1, 'two', null, inner]),
    ),
  })).node
  fc.assert(fc.property(nested, (config) => holdsCredentials({ config })))
})

test('31 a URL with user info, or with a secret in its query, is refused in any field', () => {
  for (const value of [
    'rtsp://admin:hunter2@192.168.1.20/stream',
    'see http://admin@boat.local',
    'mqtt+ssl://u:p@host:8883',
    'HTTP:\\\\u:p@host',
    'ｈｔｔｐ：／／u:p＠host',
    'http://cam/snap.cgi?user=a&pwd=b',
    'http://cam/snap?pass%77ord=b',
    'rtsp://cam/user=admin_password=hunter2_channel=1.sdp',
    'https://host/#access_token=x',
    'rtsp://admin:hunter/2@192.168.1.20/stream',
    'rtsp://admin:hunter#2@192.168.1.20/stream',
    'http:u:p@host',
  ])
    assert.equal(holdsCredentials({ list: [{ url: value }] }), true, value)
  for (const value of [
    'rtsp://192.168.1.20/stream',
    'http://host:80/a@2x.png',
    'ada@example.org',
    'http://host/?heading=compass&pinned=1',
    'http://host/channel=1/user=admin_stream=0.sdp',
    'http://[2001:db8::1]:80/a@2x.png',
    'http://host:{port}/ and http://host: its address',
    'mailto:ada@example.org',
    'http://192.168.1.1:8080, ask ada@example.org',
    'tcp://192.168.1.5:10110; mail ada@example.org',
    '/dev/gpiochip0 pin=17',
    'gpio/pin=17',
    'Pump #2 pin=4',
    'wired to /dev/ttyUSB0, key=left',
    'http://host/%zz?%zz=1',
    'the password is on the note by the wheel',
  ])
    assert.equal(holdsCredentials({ url: value }), false, value)
})
