// In JavaScript that every Node reads.
// The Node that runs npm: packages that need a later one are left out without a word, and the build fails on what they lack.
const OLDEST = 20

const { npm_config_user_agent: npm = '' } = process.env
const [, version, major] = npm.match(/\bnode\/v((\d+)\S*)/) ?? []
if (Number(major) < OLDEST) {
  console.error(
    `Binnacle needs Node ${OLDEST} or later, and npm runs on Node ${version}: install a later Node, remove node_modules, and run npm ci again.`,
  )
  process.exitCode = 1
}
