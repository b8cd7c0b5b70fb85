import type { Share } from '@binnacle/contract'
import { Stack } from '@mantine/core'
import { useTexts } from '../texts/use-texts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { badgeHtml, badgeMarkdown, cardHtml } from './snippets.ts'

/** Card and badge for web sites, to copy. */
export function Snippets({ share, name }: { share: Share; name: string }) {
  const { embed, badgeText } = useTexts().share
  return (
    <Panel title={embed.title}>
      <Stack>
        <CopyField label={embed.card} value={cardHtml(share, name)} />
        <CopyField label={embed.badgeMarkdown} value={badgeMarkdown(share, badgeText(name))} />
        <CopyField label={embed.badgeHtml} value={badgeHtml(share, badgeText(name))} />
      </Stack>
      <p style={{ marginBottom: 0 }}>{embed.oembed}</p>
    </Panel>
  )
}
