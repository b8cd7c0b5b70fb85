import type { ErrorCode } from '@binnacle/contract'
import { ApiError } from '../http/errors.ts'

/** A frame that is refused. The box is told the bare code, as the specification has it; `why` and the cause are for the log. */
export class FrameRefused extends ApiError {
  readonly why: string

  constructor(code: ErrorCode, why: string, options?: ErrorOptions) {
    super(code)
    this.name = 'FrameRefused'
    this.why = why
    this.cause = options?.cause
  }
}
