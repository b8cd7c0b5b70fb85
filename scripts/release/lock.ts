import { readFileSync } from 'node:fs'

/** A package as package-lock.json has it. */
export interface Locked {
  version: string
  integrity?: string
  license?: string
  link?: boolean
  /** Of a link: the folder of the workspace. */
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Platform {
  os: string
  cpu: string
  /** Linux only. */
  libc?: string
}

export type Lock = Record<string, Locked>

export const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether its files differ from platform to platform. */
export const isNative = ({ os, cpu, libc }: Locked): boolean => Boolean(os ?? cpu ?? libc)

const fits = ({ os, cpu, libc }: Locked, platform: Platform): boolean =>
  (os?.includes(platform.os) ?? true) &&
  (cpu?.includes(platform.cpu) ?? true) &&
  (!platform.libc || (libc?.includes(platform.libc) ?? true))

/**
 * What the workspaces need to run on any of the platforms, workspaces included: by path, such as node_modules/pg. Peers that are
 * optional stay away.
 */
export function closure(lock: Lock, workspaces: string[], platforms: Platform[]): Map<string, Locked> {
  const needed = new Map<string, Locked>()
  const todo = [...workspaces]
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    const locked = lock[path]
    if (!locked) throw new Error(`${path} is not in package-lock.json`)
    if (needed.has(path) || !platforms.some((platform) => fits(locked, platform))) continue
    needed.set(path, locked)
    if (locked.link) todo.push(locked.resolved!)
    else for (const name of dependenciesOf(locked)) todo.push(...resolve(lock, path, name))
  }
  return needed
}

const dependenciesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional),
]

/** The folder that Node finds it in: the nearest node_modules above. None when it was optional and is nowhere. */
function resolve(lock: Lock, from: string, name: string): string[] {
  const folders = from.split('/')
  for (let depth = folders.length; depth >= 0; depth--) {
    const path = [...folders.slice(0, depth), 'node_modules', name].join('/')
    if (lock[path]) return [path]
  }
  return []
}
