import { type Config, ConfigError } from '../settings/config.ts'

/** No such host, nobody there, not let in, no such database, too many connections. */
const CANNOT_CONNECT = /^(08|28|3D|53|57P|E[A-Z]+_?[A-Z]+$)/

/** What `opening` gives; where it fails for want of a connection to DATABASE_URL, a ConfigError that says so. */
export async function blameUrl<T>({ databaseUrl }: Pick<Config, 'databaseUrl'>, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as { code?: string; message: string }
    if (databaseUrl && (CANNOT_CONNECT.test(code) || /timeout/.test(message)))
      throw new ConfigError([`DATABASE_URL cannot be connected to: ${message || code}`])
    throw error
  }
}
