/** What a person types for a command: of the installed package, whose modules are JavaScript, or in a checkout. */
export function commandLine(command: string, args = ''): string {
  const isInstalled = import.meta.filename.endsWith('.js')
  const typed = isInstalled ? `binnacle ${command}` : `npm run ${command}`
  return args ? `${typed} ${isInstalled ? '' : '-- '}${args}` : typed
}

export const asksForHelp = (args: string[]): boolean => args.includes('--help') || args.includes('-h')
