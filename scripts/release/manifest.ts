/**
 * Where the project is published, such as https://github.com/OWNER/binnacle; null while it is not. No other file names an address of
 * the project: no text sends anybody to a page that is not there.
 */
export const PROJECT_HOME: string | null = null

export interface Manifest {
  name: string
  version: string
  files?: string[]
  dependencies?: Record<string, string>
  [field: string]: unknown
}

/** What is published of a package.json: nothing of how it is built, and no scripts, so that an installation runs none. */
export function published(manifest: Manifest, home = PROJECT_HOME): Manifest {
  const { private: _private, scripts: _scripts, devDependencies: _dev, ...rest } = manifest
  return {
    ...rest,
    ...(home && { homepage: home, bugs: `${home}/issues`, repository: { type: 'git', url: `git+${home}.git` } }),
  }
}

export const toJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
