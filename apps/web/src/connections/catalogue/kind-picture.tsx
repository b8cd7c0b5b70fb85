import type { ReactNode } from 'react'
import type { Kind } from '../../texts/keys.ts'

/** What each looks like on board, for people who do not know its name. Drawn in the colour of the text around it. */
const PICTURES: Record<Kind, ReactNode> = {
  signalk: (
    <>
      <rect x="8" y="24" width="48" height="30" rx="4" />
      <rect x="15" y="31" width="12" height="12" rx="1" />
      <path d="M35 33h13M35 39h13M35 45h8M32 24V10M25 14a10 10 0 0 1 14 0M28.5 18a5 5 0 0 1 7 0" />
    </>
  ),
  victron: (
    <>
      <rect x="6" y="28" width="34" height="26" rx="4" />
      <path d="M14 28v-5h6v5M27 28v-5h6v5M13 41h8M17 37v8M27 41h7" />
      <circle cx="50" cy="16" r="5" />
      <path d="M50 5v3M50 24v3M39 16h3M58 16h3M42 8l2 2M56 22l2 2M58 8l-2 2M44 22l-2 2" />
    </>
  ),
  nmea2000: (
    <>
      <circle cx="32" cy="32" r="24" />
      <circle cx="32" cy="32" r="17" />
      <path d="M29 15.5v4h6v-4" />
      <g fill="currentColor" stroke="none">
        <circle cx="32" cy="32" r="2.6" />
        <circle cx="25" cy="26" r="2.6" />
        <circle cx="39" cy="26" r="2.6" />
        <circle cx="25" cy="39" r="2.6" />
        <circle cx="39" cy="39" r="2.6" />
      </g>
    </>
  ),
  nmea0183: (
    <>
      <rect x="10" y="28" width="20" height="28" rx="3" />
      <rect x="34" y="28" width="20" height="28" rx="3" />
      <circle cx="20" cy="40" r="6" />
      <circle cx="44" cy="40" r="6" />
      <path d="M16 44l8-8M40 44l8-8M20 28V18c0-6-8-4-8-12M44 28V18c0-6 8-4 8-12" />
    </>
  ),
  camera: (
    <>
      <path d="M10 22h10l5-7h14l5 7h10a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V25a3 3 0 0 1 3-3Z" />
      <circle cx="32" cy="36" r="10" />
      <path d="M48 29h2" />
    </>
  ),
  script: (
    <>
      <rect x="7" y="12" width="50" height="40" rx="4" />
      <path d="M7 22h50M16 31l7 6-7 6M29 43h14" />
    </>
  ),
}

export function KindPicture({ kind, label, size = 56 }: { kind: Kind; label: string; size?: number }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
      style={{ flex: 'none' }}
    >
      {PICTURES[kind]}
    </svg>
  )
}
