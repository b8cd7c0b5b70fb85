import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './sheet.module.css'

interface SheetProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A form over the page: in reach of the thumb on a phone, in the middle elsewhere. */
export function Sheet({ opened, onClose, title, children }: SheetProps) {
  const { common } = useTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
      classNames={classes}
    >
      {children}
    </Modal>
  )
}
