import { Skeleton, Stack } from '@mantine/core'
import { useFirstTexts } from '../texts/use-texts.ts'

/** Grey shapes of about the size of what is being loaded, so that nothing jumps. */
export function Skeletons({ count = 3, height = 72 }: { count?: number; height?: number }) {
  const { common } = useFirstTexts()
  return (
    <Stack gap="sm" role="status" aria-label={common.loading}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={i} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
