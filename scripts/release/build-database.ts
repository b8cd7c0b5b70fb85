import { buildInto } from './build-into.ts'
import { DATABASE_FOLDER, databaseTemplate } from './database/template.ts'

/** A part of `npm run build`: the database that a first start unpacks. */
await buildInto(DATABASE_FOLDER, (_root, folder) => databaseTemplate(folder))
