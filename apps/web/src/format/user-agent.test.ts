import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './user-agent.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'

const KNOWN: [userAgent: string, browser: string | null, system: string | null, handheld: boolean][] = [
  [`${MAC} ${WEBKIT} Version/18.5 Safari/605.1.15`, 'Safari', 'macOS', false],
  [`${IPHONE} ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', true],
  [`${IPHONE} ${WEBKIT} CriOS/137.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', true],
  [`${IPHONE} ${WEBKIT} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone', true],
  [`${IPHONE} ${WEBKIT} Version/17.0 EdgiOS/137.0 Mobile/15E148 Safari/605.1.15`, 'Edge', 'iPhone', true],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${WEBKIT} Version/17.7 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPad',
    true,
  ],
  [`${WINDOWS} ${BLINK} Chrome/137.0.0.0 Safari/537.36`, 'Chrome', 'Windows', false],
  [`${WINDOWS} ${BLINK} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`, 'Edge', 'Windows', false],
  [`${WINDOWS} ${BLINK} Chrome/137.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows', false],
  [`${ANDROID} ${BLINK} Chrome/137.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
  [`${ANDROID} ${BLINK} Chrome/137.0.0.0 Mobile Safari/537.36 EdgA/137.0.0.0`, 'Edge', 'Android', true],
  [
    `${ANDROID} ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    true,
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0', 'Firefox', 'Android', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'Firefox', 'Linux', false],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/137.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/137.0.0.0 Safari/537.36`, 'Chrome', 'Linux', false],
  ['curl/8.14.1', 'curl', null, false],
]

for (const [userAgent, browser, system, handheld] of KNOWN)
  test(`${browser} on ${system}: ${userAgent.slice(0, 60)}…`, () => {
    assert.deepEqual(deviceOf(userAgent), { browser, system, handheld })
  })

test('what is not known is not guessed', () => {
  for (const userAgent of [null, '', 'x', '</script><img onerror=alert(1)>', 'Chromatic', 'Androidify/1.0'])
    assert.deepEqual(deviceOf(userAgent), { browser: null, system: null, handheld: false })
})
