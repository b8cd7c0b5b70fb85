import { readdirSync, readFileSync } from 'node:fs'

/** A message of a GX device; `at` since the beginning of its recording, ms. */
interface GxMessage {
  at: number
  topic: string
  payload: string
}

/** One message a line, as MQTT had them, all at once. */
export const topicsIn = (file: URL): GxMessage[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { topic, payload } = JSON.parse(line)
      return { at: 0, topic, payload: JSON.stringify(payload) }
    })

/**
 * The D-Bus recordings of a folder as the messages that MQTT would have had of them. A file has the service, its values (path, type,
 * value, text), an empty line, then changes with their second.
 */
export function dbusIn(folder: URL): GxMessage[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  return files
    .flatMap((file) => {
      const [name = '', ...lines] = readFileSync(new URL(file, folder), 'utf8').split('\n')
      const instance = lines.find((line) => line.startsWith('/DeviceInstance'))?.split('\t')[2]
      return lines.flatMap((line) => {
        const [second, path, type, value] = line.startsWith('/') ? ['0', ...line.split('\t')] : line.split('\t')
        if (!path || value === undefined) return []
        const payload = JSON.stringify({ value: type === 'STRING' ? value : JSON.parse(value) })
        return [{ at: Number(second) * 1000, topic: `N/x/${name.split('.')[2]}/${instance}${path}`, payload }]
      })
    })
    .toSorted((a, b) => a.at - b.at)
}
