import { buildInto } from './build-into.ts'
import { HELP_FOLDER, helpFiles } from './help/build.ts'

/** `npm run build:help`: the pages at /help of this checkout. A release has them. */
await buildInto(HELP_FOLDER, helpFiles)
