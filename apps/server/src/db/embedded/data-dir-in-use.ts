import { OperatorError } from '../../process/operator-error.ts'

/** Another process, or this one, has the database of this DATA_DIR open. */
export class DataDirInUse extends OperatorError {
  override name = 'DataDirInUse'
}
