// The browser's own fonts: nothing is fetched from elsewhere, and nothing is fetched for letters.
export { default } from 'vitepress/theme-without-fonts'
