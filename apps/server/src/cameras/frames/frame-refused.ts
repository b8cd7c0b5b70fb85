import type { ErrorCode } from '@binnacle/contract'
import { ApiError } from '../../http/errors.ts'

/** An image that is refused. The onboard device gets the bare code, as the specification says; its owner reads `why` as last_error. */
export class FrameRefused extends ApiError {
  readonly why: string

  constructor(code: ErrorCode, why: string, options?: ErrorOptions) {
    super(code)
    this.name = 'FrameRefused'
    this.why = why
    this.cause = options?.cause
  }

  /** As last_error has it. */
  get explained(): string {
    return `${this.code}: ${this.why}`.slice(0, 200)
  }
}
