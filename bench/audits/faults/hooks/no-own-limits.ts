// A control: processes that cannot count by themselves while Redis is away (NODE_OPTIONS=--import=...).
import { OwnWindows } from '../../../../apps/server/src/limits/own-windows.ts'

OwnWindows.prototype.take = () => {
  throw new Error('no limits of its own')
}
