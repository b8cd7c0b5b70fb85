import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Chromium without windows, a Debian package of its own: the tests of a page take two thirds of the processor time. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

/** The machine's own Chromium: nothing is downloaded. Undefined where there is none. */
const firstOf = (places: string[]) => process.env.CHROMIUM ?? places.find((path) => existsSync(path))

/** The browser that people use. */
export const LAUNCH: LaunchOptions = {
  executablePath: firstOf(PLACES),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** The same pages, sooner: for tests. */
export const HEADLESS_LAUNCH: LaunchOptions = { ...LAUNCH, executablePath: firstOf([HEADLESS, ...PLACES]) }
