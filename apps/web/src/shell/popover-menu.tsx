import { type ReactNode, useId, useRef } from 'react'
import classes from './popover-menu.module.css'

interface PopoverMenuProps {
  /** The button, for people and for screen readers. */
  button: ReactNode
  label?: string
  className: string
  current?: boolean
  /** Below the header, at its end or its start, or above a phone's bar. */
  place: 'top' | 'top-start' | 'bottom'
  onOpen?: () => void
  /** Links and buttons; choosing one closes the list. */
  children: ReactNode
}

/** A button that opens a list. The browser itself closes it by Escape or a tap elsewhere, and gives the focus back. */
export function PopoverMenu({ button, label, className, current = false, place, onOpen, children }: PopoverMenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        className={`${classes.button} ${className}`}
        aria-label={label}
        popoverTarget={id}
        onClick={onOpen}
        data-current={current || undefined}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears of what its links and buttons do */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link or button is a click, too */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={classes.list}
        data-place={place}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
