import { binnacle } from './plugin.ts'

export default binnacle
