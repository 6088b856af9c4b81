import { AppError } from '../../model/errors'
import type { Json } from '../../model/json'
import { logWrite } from './log/log-write'
import { asObject } from './json-object'
import { recordId, type RecordId } from './record-id'
import type { RecordContext } from './record-context'
import { lockTree } from './tree'
import { exchangeRanks } from './write/exchange-ranks'
import { inOneWrite, type Write } from './write/open-write'
import { assertEdits, save } from './write/save'

const MAX_ROWS = 1000

/**
 * Puts rows into the order of `items` (ids, or objects with one): they exchange the ranks they have, so rows of other
 * pages stay where they are. In a tree, an object's `id_parent` also moves its row under that parent.
 * @throws {AppError} FORBIDDEN, MALFORMED, NOT_FOUND when one of them is not in scope, VALIDATION where a row may not
 * have that parent
 */
export async function resort(context: RecordContext, items: Json | undefined): Promise<void> {
  assertEdits(context)
  if (!context.entity.traits.includes('sortable')) throw new AppError('NOT_FOUND')
  const ids = idsOf(context, items)
  await inOneWrite(context, async (write) => {
    await hang(context, write, items as readonly Json[])
    await exchangeRanks(context, write, ids)
    await logWrite(context, write, { type_log: 'resort', id_target: null, title: null, changes: null })
  })
}

/** Gives rows of a tree the parents that `items` name; a row that is already there stays as it is. */
async function hang(context: RecordContext, write: Write, items: readonly Json[]): Promise<void> {
  if (!context.entity.traits.includes('tree')) return
  await lockTree(context, write.tx)
  for (const item of items) {
    const moved = asObject(item)
    if (moved?.id_parent !== undefined)
      await save(
        context,
        write,
        { id: moved.id ?? null, id_parent: moved.id_parent },
        { forgiving: true, mustExist: true },
      )
  }
}

/** @throws {AppError} MALFORMED unless it is a list of different ids */
function idsOf({ entity }: RecordContext, items: Json | undefined): RecordId[] {
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ROWS) throw new AppError('MALFORMED')
  const ids = items.map((item: Json) => recordId(entity, asObject(item)?.id ?? item))
  if (new Set(ids).size !== ids.length) throw new AppError('MALFORMED')
  return ids
}
