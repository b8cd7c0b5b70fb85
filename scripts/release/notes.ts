/** What the changelog says of a version; of what is not released yet while it has none. Throws when it says nothing. */
export function notesOf(changelog: string, version: string): string {
  const sections = new Map(
    changelog.split(/^## /m).map((section) => {
      const [title = ''] = section.split('\n', 1)
      return [title.split(/[\s\]]/)[0]!.replace('[', ''), section.slice(title.length).trim()]
    }),
  )
  const notes = sections.get(version) ?? sections.get('Unreleased')
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}`)
  return `# Binnacle ${version}\n\n${notes}\n`
}
