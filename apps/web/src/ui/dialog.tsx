import { Modal, type ModalProps } from '@mantine/core'
import { isSignInWanted } from '../api/session.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { useBackCloses } from './use-back-closes.ts'

/** Something over the page. Back, Escape, the cross and a click beside it close it. */
export function Dialog(props: ModalProps) {
  const { common } = useFirstTexts()
  useBackCloses(props.opened, props.onClose)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': common.close }}
      {...props}
      // Escape in the sign-in over it is not meant for it.
      onClose={() => isSignInWanted() || props.onClose()}
    />
  )
}
