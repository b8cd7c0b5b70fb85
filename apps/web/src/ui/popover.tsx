import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './popover.module.css'

interface PopoverProps {
  /** Of the button and of what it opens, for screen readers; and the button's hint. */
  label: string
  /** What the button shows. */
  button: ReactNode
  /** Made anew each time that it is opened. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a form beside itself. The browser closes it by Escape or a tap elsewhere, and gives the focus back;
 * it also closes when the focus goes on from it, or it would cover what has the focus.
 */
export function Popover({ label, button, children }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={label}
        title={label}
        popoverTarget={id}
        onClick={() => setOpened(true)}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes.panel}
        onBlur={({ currentTarget, relatedTarget: next }) => {
          const leaves = next && !currentTarget.contains(next) && next.getAttribute('popovertarget') !== id
          if (leaves) currentTarget.hidePopover()
        }}
        onToggle={({ newState }) => {
          setOpened(newState === 'open')
          if (newState === 'open') panel.current?.querySelector('input')?.focus()
        }}
      >
        {opened && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
