import uPlot from 'uplot'
import type { Limit } from '../limits.ts'

interface LimitColours {
  fault: string
  faultTint: string
  warning: string
  warningTint: string
}

const ALPHA = 0.55

/** The limits of rules as dotted lines, and what is beyond them as bands; behind all else. What is not in sight is not drawn. */
export function drawLimits(plot: uPlot, limits: readonly Limit[], colours: LimitColours): void {
  const { ctx, bbox } = plot
  const { min, max } = plot.scales.y!
  if (min == null || max == null) return
  ctx.save()
  for (const { value, side, tone } of limits) {
    const at = plot.valToPos(Math.min(max, Math.max(min, value)), 'y', true)
    const [top, bottom] = side === 'above' ? [bbox.top, at] : [at, bbox.top + bbox.height]
    ctx.globalAlpha = ALPHA
    ctx.fillStyle = tone === 'late' ? colours.faultTint : colours.warningTint
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
    if (value < min || value > max) continue
    ctx.globalAlpha = 1
    ctx.strokeStyle = tone === 'late' ? colours.fault : colours.warning
    ctx.lineWidth = 1.5 * uPlot.pxRatio
    ctx.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio])
    ctx.beginPath()
    ctx.moveTo(bbox.left, at)
    ctx.lineTo(bbox.left + bbox.width, at)
    ctx.stroke()
  }
  ctx.restore()
}
