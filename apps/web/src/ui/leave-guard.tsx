import { Button, Group, Modal, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useUnsaved } from '../api/unsaved.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { useEscapeCloses } from './use-escape-closes.ts'

const addressOf = ({ pathname, search }: { pathname: string; search: object }) => pathname + JSON.stringify(search)

/** Asks before the page is left with something that is shown once: by a link, by Back, and, in the browser's words, by a reload. */
export function LeaveGuard({ on = true, title, text }: { on?: boolean; title: string; text: string }) {
  const { common } = useFirstTexts()
  const { leave, stay } = common.shownOnce
  useUnsaved(() => on)
  const { status, proceed, reset } = useBlocker({
    // What was open over the page before has an entry of the same address in the history, which goes just now (use-back-closes.ts).
    shouldBlockFn: ({ current, next }) => on && addressOf(current) !== addressOf(next),
    enableBeforeUnload: on,
    withResolver: true,
  })
  const asks = status === 'blocked'
  const stayHere = () => reset?.()
  useEscapeCloses(asks, stayHere)
  return (
    <Modal
      opened={asks}
      onClose={stayHere}
      closeOnEscape={false}
      // As in dialog.tsx.
      inert={!asks}
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
      zIndex={300}
    >
      <Stack>
        <p style={{ margin: 0 }}>{text}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            {leave}
          </Button>
          <Button onClick={stayHere} data-autofocus>
            {stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
