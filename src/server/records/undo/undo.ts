import { sql } from 'kysely'
import type { RowResult, UndoAnswer } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { tellParticipants } from '../write/participants'
import { settleFormulas } from '../formulas/settle'
import { assertRetags } from '../takes-part'
import { sentence } from '../bulk/on-chosen'
import { assertMay, moveOf } from '../flow/move'
import { logWrite } from '../log/log-write'
import { sqlTypeOf } from '../fields/row-columns'
import { contextOf, type RecordContext } from '../record-context'
import { lockRecord } from '../write/lock-record'
import { inOneWrite, inSavepoint, type Write } from '../write/open-write'
import { assertEdits, save } from '../write/save'
import { chosenKey, type KeptRow } from '../write/keep'
import { goneErrors, restore, type TakingBack } from './restore'
import { raisedIn } from '../write/raised'
import { living } from '../fields/in-scope'

/** What became of an undo: counts of the chosen records, and a result for each that stays as it is. */
/** What was done to one chosen record, and because of it to others. */
interface Chosen {
  readonly key: string
  readonly rows: readonly KeptRow[]
}

const RECORDS_A_BATCH = 100
const MAX_RESULTS = 100

/**
 * `POST {endpoint}/undo {run}`: takes back what a call did that answered `undo`, by whom did it and in the time it
 * gave, as writes of their own. A record that has changed since stays as it is, with all that was done because of it;
 * so does another's reference that leads elsewhere by now.
 * @throws {AppError} NOT_FOUND, FORBIDDEN for others or without the right by now, CONFLICT too late or a second time;
 * what refused the records when none went back
 */
export async function undo(context: RecordContext, { run }: JsonObject): Promise<UndoAnswer> {
  const key = typeof run === 'string' ? run : ''
  const { verb } = await find(context, key)
  const move = moveOf(context, verb)
  if (move) assertMay(context, move)
  else if (verb === 'retag') assertRetags(context)
  else assertEdits(context)
  const results: RowResult[] = []
  const counts = { total: 0, done: 0, refused: 0 }
  let first: AppError | undefined
  let note = ''
  for (let from = 0, chosen: readonly string[] = []; from === 0 || from < chosen.length; from += RECORDS_A_BATCH) {
    await inOneWrite(context, async (write) => {
      if (from === 0) {
        note = await claim(context, write, key)
        chosen = await chosenOf(write, key)
      }
      for (const one of await keptOf(write, key, chosen.slice(from, from + RECORDS_A_BATCH))) {
        const left: RowResult[] = []
        const error = await inSavepoint(write, () => takeBack(context, write, one, { note }, left))
        first ??= error ?? undefined
        counts.total += 1
        counts[error ? 'refused' : 'done'] += 1
        if (error) results.push(refusedRow(context, one, error))
        else results.push(...left)
      }
      // Nothing was taken back: what is in the way can be cleared, and the undo asked again.
      if (first && counts.done === 0 && chosen.length <= RECORDS_A_BATCH)
        throw new AppError(
          first.code,
          { ...first, body: { ...first.body, results: results as unknown as Json } },
          { cause: first },
        )
    })
  }
  const { words } = context.runtime
  const say = (name: string, params: { readonly [param: string]: number } = {}): string =>
    words.say(context.actor.language, name, params)
  const msg =
    counts.refused === 0
      ? say(results.length === 0 ? 'undo.done' : 'undo.done_rest')
      : say('records.done_partly', { done: counts.done, total: counts.total })
  return { msg, ...counts, results: results.slice(0, MAX_RESULTS) }
}

/** @throws {AppError} NOT_FOUND, FORBIDDEN when somebody else did it */
async function find({ runtime, actor, resource }: RecordContext, run: string): Promise<{ readonly verb: string }> {
  const { rows } = await sql<{
    verb: string
    id_user: number
  }>`select verb, id_user from undo_runs where run = ${run} and resource = ${resource.name}`.execute(
    runtime.database.db,
  )
  const [found] = rows
  if (!found) throw new AppError('NOT_FOUND', { say: 'undo.unknown' })
  if (found.id_user !== actor.id) throw new AppError('FORBIDDEN', { say: 'undo.others' })
  return found
}

/**
 * Takes a run for this call alone.
 * @returns what the log says of its lines
 * @throws {AppError} CONFLICT when it is over, or taken
 */
async function claim({ runtime, actor }: RecordContext, { tx }: Write, run: string): Promise<string> {
  const { rows } = await sql<{ note: string | null }>`update undo_runs set state = 'undone'
    where run = ${run} and id_user = ${actor.id} and state = 'open' and date_until >= ${runtime.now().toISOString()}
    returning note`.execute(tx)
  const [taken] = rows
  if (taken) return taken.note ?? `undo:${run}`
  const { rows: there } = await sql<{ state: string }>`select state from undo_runs where run = ${run}`.execute(tx)
  throw new AppError('CONFLICT', { say: there[0]?.state === 'undone' ? 'undo.twice' : 'undo.late' })
}

/** The chosen records of a run, the last one first. */
async function chosenOf({ tx }: Write, run: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    chosen: string
  }>`select chosen from undo_rows where run = ${run} group by chosen order by max(place) desc`.execute(tx)
  return rows.map(({ chosen }) => chosen)
}

async function keptOf({ tx }: Write, run: string, chosen: readonly string[]): Promise<readonly Chosen[]> {
  const { rows } = await sql<{
    chosen: string
    what: KeptRow
  }>`select chosen, what from undo_rows where run = ${run} and chosen = any(${chosen}::text[])
    order by place desc`.execute(tx)
  return chosen.map((key) => ({ key, rows: rows.filter((row) => row.chosen === key).map(({ what }) => what) }))
}

/** What was done last goes back first. @param left gets the other records that stay as they are */
export async function takeBack(
  context: RecordContext,
  write: Write,
  { rows }: Chosen,
  how: TakingBack,
  left: RowResult[],
): Promise<void> {
  for (const row of rows) {
    const there = everywhere(context, row.entity)
    if (!there) continue
    if (row.kind === 'remove') await restore(there, write, row, how)
    else if (row.kind === 'change') await giveBack(there, write, row, how)
    else if (row.kind === 'clear') await refer(there, write, row, how)
    else if (row.kind === 'people') {
      for (const { unmerged } of context.runtime.participants) await unmerged?.(write, row)
    } else {
      const error = await inSavepoint(write, () => leadBack(there, write, row, how))
      if (error)
        left.push({
          id: row.id,
          ok: false,
          msg: sentence(there, error),
          code: error.code,
          ...(row.title !== null && { label: row.title }),
        })
    }
  }
}

/** The records of an entity whatever catalogue shows them: a change may have taken one out of its own. */
function everywhere(context: RecordContext, name: string): RecordContext | null {
  const entity = context.model.entities[name]
  return entity
    ? contextOf(context, entity, {
        ...context.resource,
        entity: name,
        where: undefined,
        fixed: {},
        singleton: undefined,
        asks: undefined,
      })
    : null
}

async function giveBack(
  context: RecordContext,
  write: Write,
  { id, version, before }: KeptRow,
  { note, verb = 'undo' }: TakingBack,
): Promise<void> {
  const errors = await goneErrors(context, write.tx, before)
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  await save(
    context,
    write,
    { id, version },
    { verb, note, undo: true, mustExist: true, also: before, judged: true },
  ).catch(changedSince)
}

/** Another record's values, where they are still what the change made of them. */
async function leadBack(
  context: RecordContext,
  write: Write,
  { id, before, after }: KeptRow,
  { note, verb = 'undo' }: TakingBack,
): Promise<void> {
  const now = await lockRecord(context, write.tx, id)
  if (Object.keys(after).some((name) => !isSame(now[name] ?? null, after[name] ?? null)))
    throw new AppError('CONFLICT', { say: 'undo.elsewhere' })
  await save(context, write, { id }, { verb, note, forgiving: true, mustExist: true, also: before, judged: true })
}

/** An emptied reference, unless it has another value by now: as it was emptied, whoever may write that record. */
async function refer(
  context: RecordContext,
  write: Write,
  { entity: table, id, before }: KeptRow,
  { note, verb = 'undo' }: TakingBack,
): Promise<void> {
  const { entity, model, now } = context
  for (const [field, of] of Object.entries(before)) {
    const { rows } = await sql<{ version: number }>`update ${sql.table(table)} as t
      set ${sql.id(field)} = ${storedOf(context, field, of)}, ${raisedIn('t', now)}
      where t.id = ${id} and ${sql.ref(`t.${field}`)} is null and ${living('t')} returning t.version`.execute(write.tx)
    const [row] = rows
    if (!row) continue
    await logWrite(context, write, {
      type_log: verb,
      id_target: id,
      title: null,
      note,
      changes: { [field]: { from: null, to: of }, version: { from: row.version - 1, to: row.version } },
    })
    await settleFormulas(
      model,
      write,
      entity,
      [{ id, before: { [field]: null }, after: { [field]: of }, fields: new Set([field]) }],
      false,
    )
    await tellParticipants(context, write, [{ id, before: { [field]: null }, fields: [field] }])
    write.changed.add(table)
  }
}

function storedOf({ entity, runtime: { fieldSql } }: RecordContext, name: string, value: Json): unknown {
  const field = entity.fields[name]
  return field && value !== null ? sqlTypeOf(fieldSql, field).encode(value, field) : value
}

/** The same conflict in the words of an undo: nobody was editing. */
function changedSince(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  throw new AppError(
    'CONFLICT',
    { say: error.say.endsWith('_by') ? 'undo.changed_by' : 'undo.changed', params: error.params, body: error.body },
    { cause: error },
  )
}

function refusedRow(context: RecordContext, { key, rows }: Chosen, error: AppError): RowResult {
  const own = rows.find(({ entity, id }) => chosenKey(entity, id) === key)
  return {
    id: own?.id ?? null,
    ok: false,
    msg: sentence(context, error),
    code: error.code,
    ...(own && own.title !== null && { label: own.title }),
  }
}
