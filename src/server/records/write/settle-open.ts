import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { choiceFor, type OpenMatter } from '../../../model/open-matters'
import type { Db, Tx } from '../../platform/database/database'
import type { FoundMatter, Hooks } from '../../language/feature/hooks'
import type { RecordContext } from '../record-context'
import { recordTitle } from '../record-title'
import type { Write } from './open-write'
import { matterContext } from './hook-context'

/** So many are named in a refusal; an answer's `rest` is for the others too. */
const MAX_NAMED = 100
/** More is no question any more, and no transaction either. */
const MAX_SETTLED = 2000

/** What is open, and who knows of it. */
interface Open {
  readonly hooks: Hooks
  readonly found: FoundMatter
}

/** Whether records of a catalogue are switched off; those of others end by their removal alone. */
const isSwitched = ({ entity }: RecordContext): boolean => entity.traits.includes('activable')

/** Whether a change ends what a record was good for. */
export const ends = (context: RecordContext, before: JsonObject, after: JsonObject): boolean =>
  isSwitched(context) && before.state === '1' && after.state !== undefined && after.state !== '1'

/**
 * Whether several records are asked about before the first is touched, when this is done to them: where it is what ends
 * them.
 */
export const asksAhead = (context: RecordContext, verb: string): boolean =>
  askingHooks(context).length > 0 && verb === (isSwitched(context) ? 'disable' : 'remove')

const askingHooks = ({ runtime, entity }: RecordContext): readonly Hooks[] =>
  runtime.hooks(entity.name).filter(({ openMatters }) => openMatters)

/** What records leave open, as it is now. */
export async function openOf(
  context: RecordContext,
  tx: Tx | Db,
  records: readonly JsonObject[],
): Promise<readonly Open[]> {
  const open: Open[] = []
  for (const hooks of askingHooks(context)) {
    for (const found of (await hooks.openMatters?.(matterContext(context, tx), records, MAX_SETTLED + 1)) ?? [])
      open.push({ hooks, found })
  }
  return open
}

/**
 * Decides, in the write that switches a record off or removes it, what becomes of what it leaves open, as the call's
 * answer says.
 * @param open of `openOf`
 * @throws {AppError} UNSETTLED with `open` where the call says nothing of some of it
 */
export async function settleOpen(
  context: RecordContext,
  write: Write,
  record: JsonObject,
  open: readonly Open[],
): Promise<void> {
  if (open.length === 0) return
  const { settle } = context.origin
  const chosen = open.map((one) => ({ ...one, choice: settle ? choiceFor(settle, one.found) : null }))
  if (open.length > MAX_SETTLED || chosen.some(({ choice }) => choice === null))
    throw unsettled(context, [record], open)
  for (const { hooks, found, choice } of chosen) {
    if (choice !== null && choice !== 'keep')
      await hooks.settleMatter?.(matterContext(context, write.tx), found, choice, record)
  }
}

/** Asks about several records at once, before the first of them is touched. @throws {AppError} as `settleOpen` */
export async function assertSettled(context: RecordContext, records: readonly JsonObject[]): Promise<void> {
  const open = await openOf(
    context,
    context.runtime.database.db,
    records.filter(({ state }) => !isSwitched(context) || state === undefined || state === '1'),
  )
  if (open.length > 0) throw unsettled(context, records, open)
}

function unsettled(context: RecordContext, records: readonly JsonObject[], open: readonly Open[]): AppError {
  const names = new Map(records.map((record) => [record.id, recordTitle(context.entity, record) ?? '']))
  const text = [...new Set(open.map(({ hooks }) => hooks))]
    .flatMap(
      (hooks) =>
        hooks.mattersText?.(
          matterContext(context, context.runtime.database.db),
          open.flatMap((one) => (one.hooks === hooks ? [one.found] : [])),
        ) ?? [],
    )
    .join(' ')
  const items = open
    .slice(0, MAX_NAMED)
    .map(({ found: { of, kind: _kind, ...found } }): OpenMatter => ({ ...found, of: names.get(of) ?? '' }))
  return new AppError('UNSETTLED', {
    params: { smart_count: open.length },
    body: { open: { items, total: open.length, ...(text && { text }) } as unknown as Json },
  })
}
