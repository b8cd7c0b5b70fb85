import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The machine's own Chromium: nothing is downloaded. Undefined where there is none. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path))

export const LAUNCH: LaunchOptions = {
  executablePath: CHROMIUM,
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
