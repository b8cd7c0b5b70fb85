/** First parts of the addresses that the service answers itself; every other one is a page of the web app. */
export const SERVICE_PATHS = [
  ...[
    'v1',
    'app',
    'api',
    'v',
    'embed',
    'frames',
    'docs',
    'help',
    'onboard',
    'health',
    'metrics',
    'openapi.json',
    '.well-known',
  ],
]

export const isServicePath = (pathname: string): boolean => SERVICE_PATHS.includes(pathname.split('/')[1]!)
