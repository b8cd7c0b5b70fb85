import type { GatewayCamera } from './gateway-file.ts'

/** Cameras are known by their names, so each gets one and no two the same: the gateway refuses it otherwise. */
export function apart(cameras: readonly GatewayCamera[], nth: (n: number) => string): GatewayCamera[] {
  const taken = new Set<string>()
  return cameras.map((camera, i) => {
    const given = camera.name.trim()
    let name = given || nth(i + 1)
    for (let n = i + 1; taken.has(name); n++) name = nth(n)
    taken.add(name)
    return { ...camera, name }
  })
}
