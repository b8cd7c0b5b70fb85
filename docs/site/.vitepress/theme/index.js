// The browser's own fonts: nothing is fetched from elsewhere, and nothing is fetched for letters.
import NotFound from 'vitepress/dist/client/theme-default/NotFound.vue'
import Theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'

/** A page that is not there has a main part as every other one, which VitePress leaves out. */
const Layout = () => h(Theme.Layout, null, { 'not-found': () => h('main', h(NotFound)) })

export default { ...Theme, Layout }
