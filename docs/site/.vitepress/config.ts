import { slugOf } from './slug.ts'

/** The order of the pages. A test compares it with the files of docs/. */
export const SIDEBAR = [
  {
    text: 'Start',
    items: [
      { text: 'Welcome', link: '/' },
      { text: 'Install', link: '/install' },
      { text: 'Connect a boat', link: '/connect' },
      { text: 'Daily use', link: '/daily-use' },
    ],
  },
  {
    text: 'Keep it running',
    items: [
      { text: 'Backup and upgrade', link: '/backup' },
      { text: 'Trouble', link: '/trouble' },
      { text: 'Uninstall', link: '/uninstall' },
      { text: 'Settings', link: '/settings' },
      { text: 'Operating', link: '/operating' },
      { text: 'Debian packages', link: '/debian' },
      { text: 'Docker', link: '/docker' },
      { text: 'Home Assistant', link: '/home-assistant' },
      { text: 'Sign-in with OIDC', link: '/oidc' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'On board',
    items: [
      { text: 'Gateway', link: '/gateway' },
      { text: 'Gateway as a single file', link: '/single-file' },
      { text: 'Gateway on a Victron GX device', link: '/venus-os' },
      { text: 'Signal K plugin', link: '/signalk-plugin' },
      { text: 'What counts', link: '/onboard' },
      { text: 'Alarms', link: '/alarms' },
      { text: 'MQTT and Home Assistant', link: '/mqtt' },
    ],
  },
  { text: 'Programs', items: [{ text: 'API guide', link: '/api' }] },
  {
    text: 'For operators of many',
    items: [
      { text: 'Large fleets', link: '/scale' },
      { text: 'PostgreSQL', link: '/postgresql' },
      { text: 'Citus', link: '/citus' },
      { text: 'Faults', link: '/faults' },
    ],
  },
]

/**
 * In a word of five letters or more one may be wrong. In a shorter one none: `hour` would find `your` and `four`, which is on
 * most pages.
 */
export const SEARCH = { provider: 'local', options: { miniSearch: { searchOptions: { fuzzy: 0.12 } } } }

export default {
  base: '/help/',
  title: 'Binnacle',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  description: 'How to install, use and operate Binnacle',
  // The service sends /help/install for install.html.
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  // One page at a time: the search index has them in the order in which they were read, and a release has the same bytes each time.
  buildConcurrency: 1,
  // In a file of its own, and not in a script of the page, which the service's policy refuses.
  metaChunk: true,
  // Vue names a component by the way to its file, which is another one in another checkout: a release would have other bytes there.
  vue: {
    features: {
      componentIdGenerator: (path: string, source: string, _isProduction: boolean, hash: (text: string) => string) =>
        hash(path.replace(/^.*node_modules\//, '') + source),
    },
  },
  markdown: {
    // Commands have no colours. A wide one is scrolled by keys, too.
    highlight: (code: string) => `<pre tabindex="0"><code>${escaped(code)}</code></pre>`,
    anchor: { slugify: slugOf },
    // Indented commands look as fenced ones, with a button that copies them.
    config: ({ renderer }: { renderer: { rules: Record<string, unknown> } }) => {
      renderer.rules.code_block = renderer.rules.fence
    },
  },
  themeConfig: {
    sidebar: SIDEBAR,
    nav: [
      // Relative: an address that begins with / would be below /help.
      { text: 'App', link: '../', target: '_self' },
      { text: 'API reference', link: '../docs/', target: '_self' },
      { text: process.env.HELP_VERSION ?? '', link: '/' },
    ],
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote: 'The help has no page at this address.',
      linkText: 'All pages of the help',
      linkLabel: 'All pages of the help',
    },
    search: SEARCH,
  },
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{', '&#123;')
