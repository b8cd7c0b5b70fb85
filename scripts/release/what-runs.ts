import type { Files } from './files.ts'

/** Of a dependency: without types, maps, notes, tests, settings of tools, and programs for other machines; licences stay. */
export const whatRuns = (files: Files, prebuilt?: string): Files =>
  new Map([...files].filter(([path]) => path === prebuilt || (!isNeedless(path) && !isText(path))))

const isNeedless = (path: string) =>
  /\.([cm]?ts|map|flow|sh)$|(^|\/)prebuilds\/|(^|\/)(\.|Makefile$)|^tests?\//.test(path)
const isText = (path: string) => /\.(md|markdown)$/.test(path) && !/(licen[cs]e|notice|copying)[^/]*$/i.test(path)
