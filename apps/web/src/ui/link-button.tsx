import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

function ButtonAnchor(
  props: ButtonProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> },
) {
  return <Button component="a" {...props} />
}

/** A link of the app that looks like a button. Takes `to` and `params` as the router's Link does. */
export const LinkButton = createLink(ButtonAnchor)
