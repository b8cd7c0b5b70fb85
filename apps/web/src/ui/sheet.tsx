import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './sheet.module.css'

interface SheetProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A form over the page: in reach of the thumb on a phone, in the middle elsewhere. */
export function Sheet({ opened, onClose, title, children }: SheetProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} classNames={classes}>
      {children}
    </Dialog>
  )
}
