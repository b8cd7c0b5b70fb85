import manifest from '../package.json' with { type: 'json' }

/** Of this package. */
export const VERSION: string = manifest.version
