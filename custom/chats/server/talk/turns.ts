import { type Db, Turns } from '#engine/server'

/**
 * Conversations that one server writes into at once: a crowd that writes leaves the others' calls their share of the
 * database.
 */
const AT_ONCE = 6

const turns = new WeakMap<Db, Turns>()

/** Does work in its turn. */
export async function inTurn<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const known = turns.get(db) ?? new Turns(AT_ONCE)
  turns.set(db, known)
  const done = await known.take()
  try {
    return await work()
  } finally {
    done()
  }
}
