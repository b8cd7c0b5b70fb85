import type { ErrorCode } from '@binnacle/contract'

/** A frame that is refused: `code` is what the box is told, `message` where and why, in words that may be shown to it. */
export class FrameRefused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
