/** What a browser says it is: for people, and so without versions. */
export interface Device {
  browser: string | null
  system: string | null
  handheld: boolean
}

/** The first that fits: browsers name those that they are built on, too. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgi?A?(OS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const HANDHELD = /\bMobi|\bAndroid\b|\biP(hone|ad|od)\b/

/** Reads a User-Agent header as far as it can be known. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const first = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null
  return { browser: first(BROWSERS), system: first(SYSTEMS), handheld: HANDHELD.test(text) }
}
