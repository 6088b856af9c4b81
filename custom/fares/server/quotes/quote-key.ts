import { type Db, sharedKey, type Tx } from '#engine/server'

const SETTING = 'quotes_key'

const keys = new WeakMap<Db, Promise<Buffer>>()

/** The key that all servers of a database seal quotes with; `within`: the open transaction, if any. */
export function quoteKey(db: Db, within: Db | Tx = db): Promise<Buffer> {
  const known = keys.get(db)
  if (known) return known
  const key = sharedKey(db, SETTING, within)
  // What a transaction has read may be rolled back with it, so it is not kept.
  if (within === db) {
    keys.set(db, key)
    key.catch(() => keys.delete(db))
  }
  return key
}
