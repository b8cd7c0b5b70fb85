/** Our mark: a compass needle in its bowl. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="13" />
      <path d="M16 6.5 19.2 16 16 25.5 12.8 16Z" strokeLinejoin="round" />
      <path d="M16 6.5 19.2 16H12.8Z" fill="currentColor" stroke="none" />
    </svg>
  )
}
