import { refuseUnfit } from '../../../server/src/http/tls/local-names.ts'
import { type Config, ConfigError, readConfig } from '../../../server/src/settings/config.ts'
import { misspeltSettings, saysMisspelt, settingNames } from '../../../server/src/settings/setting-names.ts'
import { type Finding, fine, oneLine, todo } from './finding.ts'

const PART = 'Settings'

/** The settings, and what is wrong with them; nothing else can be looked at while they are refused. */
export function checkSettings(env: NodeJS.ProcessEnv): { config: Config | null; findings: Finding[] } {
  const misspelt = misspeltSettings(env).map((each) => todo(PART, saysMisspelt(each)))
  try {
    const config = readConfig(env)
    refuseUnfit(config)
    const given = [...settingNames()].filter((name) => env[name]?.trim())
    const text = given.length > 0 ? `valid: ${given.join(', ')}` : 'none is given: the defaults hold'
    return { config, findings: [...(misspelt.length > 0 ? misspelt : [fine(PART, text)]), ...behindProxy(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: null, findings: [...misspelt, todo(PART, oneLine(error))] }
  }
}

const behindProxy = ({ baseUrl, trustProxy, tls }: Config): Finding[] =>
  baseUrl.startsWith('https:') && tls === 'off' && trustProxy === false
    ? [
        todo(
          'Proxy',
          'BASE_URL is https, so a proxy is in front, and TRUST_PROXY is not set: all people count as one address. Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
        ),
      ]
    : []
