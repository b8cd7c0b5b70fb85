import { defineConfig } from '@playwright/test'
import { HEADLESS_LAUNCH } from './chromium.ts'

/** `npm run e2e`: the web app in a real Chromium, at phone and desktop size, against the real service. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: './results',
  fullyParallel: false,
  workers: 2,
  // A machine that is busy with other tests; nothing here measures time.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  reporter: [['list']],
  forbidOnly: !!process.env.CI,
  use: {
    launchOptions: HEADLESS_LAUNCH,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 180_000,
    // What was done, said and loaded. Without a film of each test and copies of its pages, which cost more than they tell now and
    // then; the page at the failure is a picture.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
  ],
})
