import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../database/database'
import { livingRows } from '../database/engine-tables'

/** Whose work it is, under which key, and what was asked. */
export interface OnceAsked {
  readonly actor: Actor
  readonly now: Date
  /** The call's name: a key is for one call. */
  readonly call: string
  /** null: the work is done each time it is asked. */
  readonly key: string | null | undefined
  /** All that the work goes by. */
  readonly input: unknown
}

export interface OnceAnswer<T extends JsonObject> {
  readonly answer: T
  /** It was done before; this is what it answered then. */
  readonly again: boolean
}

/**
 * Does a piece of work once for an idempotency key of its asker, within the transaction that writes it: sent again,
 * also at the same time, it answers what the first sending answered. A throw takes the key back with all else, so what
 * was refused may be sent again, mended. Answers are kept: ids belong in them, not records.
 * @throws {AppError} KEY_REUSED with the first `answer` in its body, when the same key comes with another call or input
 */
export async function once<T extends JsonObject>(
  tx: Tx,
  { actor, now, call, key, input }: OnceAsked,
  work: () => Promise<T>,
): Promise<OnceAnswer<T>> {
  if (key === null || key === undefined) return { answer: await work(), again: false }
  const hash = createHash('sha256')
    .update(`${ownerOf(actor)}\n${key}`)
    .digest('hex')
  // Keyed by what is not stored, so that nobody finds a short secret of the input by trying.
  const digest = createHmac('sha256', key)
    .update(`${call}\n${canonical(input)}`)
    .digest('hex')
  const at = now.toISOString()
  // Who comes second waits here for the end of the first one's transaction.
  const { rows: taken } = await sql<{
    id: number
  }>`insert into idempotency_keys (hash, digest, date_created, date_updated) values (${hash}, ${digest}, ${at}, ${at})
    on conflict do nothing returning id`.execute(tx)
  const [mine] = taken
  if (!mine) return { answer: await answerOf<T>(tx, hash, digest), again: true }
  const answer = await work()
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where id = ${mine.id}`.execute(tx)
  return { answer, again: false }
}

async function answerOf<T extends JsonObject>(tx: Tx, hash: string, digest: string): Promise<T> {
  const first = await livingRows(tx, 'idempotency_keys')
    .select(['digest', 'answer'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  // It was there a moment ago: the job that clears old ones has just taken it.
  if (!first) throw new AppError('UNAVAILABLE')
  if (first.digest !== digest) throw new AppError('KEY_REUSED', { body: { first: first.answer } })
  return first.answer as T
}

/** A person's API key is another actor than they: neither learns what the other has sent. */
const ownerOf = ({ id, key }: Actor): string => (key ? `key ${String(key.id)}` : `user ${id}`)

/** The same text for the same values, in whatever order an object names them. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? ''
