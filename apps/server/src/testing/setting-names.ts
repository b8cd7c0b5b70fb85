import { readConfig } from '../config.ts'

/** What the AWS tools read for themselves. */
export const OF_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

/** The names of all settings that the service asks the environment for. */
export function settingNames(): Set<string> {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name: string) => void asked.add(name) }))
  return asked
}
