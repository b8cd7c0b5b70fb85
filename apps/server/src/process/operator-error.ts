/** An error that the operator can fix: the message says how, and is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
