import { BOAT_FOLDER, boatPackages, checksums, SUMS } from './boat.ts'
import { buildInto } from './build-into.ts'

/** npm gives it to each file that it packs: a checkout may have no commit to take a time from. */
const TIME = new Date('1985-10-26T08:15:00Z')

/** The last part of `npm run build`: the programs for a boat, which the service has at /onboard/. */
await buildInto(BOAT_FOLDER, async (root, folder) => {
  const packages = await boatPackages(root, TIME, folder)
  return new Map<string, Buffer | string>([...packages, [SUMS, checksums(packages)]])
})
