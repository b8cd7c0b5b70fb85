import { renderSVG } from 'uqr'

/** A text as a QR code, black on white in both colour schemes, since cameras want it so. `label` says what it leads to. */
export function QrCode({ value, label, size = 200 }: { value: string; label: string; size?: number }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(value, { border: 2 }))}`
  return <img src={picture} alt={label} width={size} height={size} style={{ borderRadius: 8 }} />
}
