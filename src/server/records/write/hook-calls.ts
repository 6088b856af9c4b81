import type { Db } from '../../database/database'
import type { CallContext } from '../../feature/call'
import type { RecordContext } from '../record-context'

/** Makes what a feature's call gets, for somebody whose records are written in the background. */
type CallMaker = (context: RecordContext) => CallContext

const makers = new WeakMap<Db, CallMaker>()

/** Says how calls are made for hooks of a database: calls stand above records, which therefore cannot name them. */
export function offerHookCalls(db: Db, maker: CallMaker): void {
  makers.set(db, maker)
}

/** What a call of a feature would get now from this asker; outside of any transaction. */
export function hookCall(context: RecordContext): CallContext {
  const make = makers.get(context.runtime.database.db)
  if (!make) throw new Error('Hooks ask for a call before `offerHookCalls`.')
  return make(context)
}
