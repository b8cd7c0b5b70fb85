import { GlobalRegistrator } from '@happy-dom/global-registrator'

/** The browser that pages meet in tests: happy-dom, with the live events, fonts and popovers that it lacks. */
GlobalRegistrator.register({
  url: 'http://boat.test/',
  width: 1280,
  height: 800,
  // A frame in a page stays empty.
  settings: { enableIframePageLoading: true, navigation: { disableChildFrameNavigation: true } },
})

// Without a layout everything would be invisible to Mantine's focus traps.
process.env.NODE_ENV = 'test'

/** Streams that pages have opened: `streams` in open.ts sends events through them. */
class TestStream extends EventTarget {
  static readonly open = new Set<TestStream>()

  constructor() {
    super()
    TestStream.open.add(this)
  }

  close(): void {
    TestStream.open.delete(this)
  }
}

Object.assign(globalThis, { EventSource: TestStream })
// A popover's content is there once its button is clicked; here nothing hides it but its own end.
Object.assign(HTMLElement.prototype, {
  hidePopover(this: HTMLElement) {
    this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }))
  },
})
Object.assign(document, { fonts: new EventTarget() })

/** What answers the requests of pages: the service that a test has opened last, also for what an earlier page still sends. */
export const network = { fetch: globalThis.fetch }
globalThis.fetch = (...request) => network.fetch(...request)
