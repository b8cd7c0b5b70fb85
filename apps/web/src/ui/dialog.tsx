import { Modal, type ModalProps } from '@mantine/core'
import { isSignInWanted } from '../api/session.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useEscapeCloses } from './use-escape-closes.ts'

/** Something over the page. Back, Escape, the cross and a click beside it close it. */
export function Dialog(props: ModalProps) {
  const { common } = useFirstTexts()
  // Escape in the sign-in over it is not meant for it.
  const close = () => isSignInWanted() || props.onClose()
  useBackCloses(props.opened, props.onClose)
  useEscapeCloses(props.opened, close)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': common.close }}
      {...props}
      closeOnEscape={false}
      onClose={close}
      // Mantine gives it the focus a moment after it is there: closed before that, it would take the focus along.
      inert={!props.opened}
    />
  )
}
