const KEY = 'binnacle-currency'

/** Where the euro is not what a boat is paid in; by the region of the browser's language. */
const BY_REGION: Record<string, string> = {
  ...{ US: 'USD', GB: 'GBP', SE: 'SEK', NO: 'NOK', DK: 'DKK', CH: 'CHF', PL: 'PLN', CA: 'CAD', AU: 'AUD', NZ: 'NZD' },
  ...{ TR: 'TRY', CZ: 'CZK', JP: 'JPY', BR: 'BRL', ZA: 'ZAR' },
}

/** The currency that amounts are likely in: the one last used in this browser, else that of the reader's region. */
export function likelyCurrency(): string {
  const used = localStorage.getItem(KEY)
  const region = new Intl.Locale(navigator.language).maximize().region ?? ''
  return used ?? BY_REGION[region] ?? 'EUR'
}

export function rememberCurrency(currency: string | null | undefined): void {
  if (currency) localStorage.setItem(KEY, currency)
}

/** What a currency field suggests. */
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'CHF', 'PLN', 'TRY', 'AUD', 'NZD', 'CAD']
