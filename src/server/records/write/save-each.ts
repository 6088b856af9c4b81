import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import { writeLog } from '../../language/audit'
import type { Saved } from '../../language/feature/call'
import type { RecordContext } from '../record-context'
import { refsFields } from '../relations/write-refs'
import { inSavepoint, type Write } from './open-write'
import { save } from './save'
import { hasHiddenHolders } from './taken-elsewhere'
import { hasPlainRows, isPlainField, isPlanned, openPlan, writeMany, type Planned } from './save-many'

/** So few records are saved one by one: another half would cost as much. */
const FEW = 8

/** Records whose rows and log lines are written while the next are checked. */
const ROWS_A_PART = 250

/** What became of one record: saved, or the error that refused it. */
type Tried = Saved | AppError

/**
 * The write path of `save` for many records of a catalogue, each for itself: a refused one leaves the others as they
 * are. They are written together where that makes no difference, and where the database, a scope or a hook refuses them
 * together, in halves, down to the record that is to blame.
 * @returns one for each of `inputs`
 * @throws what is no user's mistake, as `inSavepoint`
 */
export async function saveEach(
  context: RecordContext,
  write: Write,
  inputs: readonly JsonObject[],
  note: string | null = null,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  for (const run of runs(context, inputs)) tried.push(...(await saveRun(context, write, run, note)))
  return tried
}

/**
 * Consecutive inputs that may be written together; one that must be alone is a run of its own, and no record is in a
 * run twice.
 */
function runs(context: RecordContext, inputs: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const isPlain = plainInputs(context)
  const all: JsonObject[][] = []
  const ids = new Set<string>()
  let open: JsonObject[] | null = null
  for (const input of inputs) {
    const id = String(input.id ?? '')
    const isAlone = !isPlain(input)
    if (!open || isAlone || ids.has(id)) {
      all.push((open = []))
      ids.clear()
    }
    open.push(input)
    if (id !== '') ids.add(id)
    if (isAlone) open = null
  }
  return all
}

/** Whether records of the catalogue may be written many at once, as far as the catalogue itself can tell. */
export function mayGoTogether(context: RecordContext): boolean {
  const { entity, runtime } = context
  // A hook may look at what the row before it left in the database.
  const isAsked = runtime.hooks(entity.name).some(({ beforeSave, openMatters }) => beforeSave || openMatters)
  return (
    hasPlainRows(context) &&
    !isAsked &&
    !hasHiddenHolders(context) &&
    othersOf(context).every((field) => field.default === undefined && !field.set)
  )
}

/** Fields whose values are more than cells of their record's row. */
const othersOf = (context: RecordContext): readonly Field[] =>
  Object.values(context.entity.fields).filter((field) => !isPlainField(context, field))

/**
 * Tells whether an input is about cells of its record's row alone: no file, no password, no rows or ids in other
 * tables.
 */
function plainInputs(context: RecordContext): (input: JsonObject) => boolean {
  if (!mayGoTogether(context)) return () => false
  const others = othersOf(context)
  const hasRefs = refsFields(context.entity).length > 0
  return (input) => others.every(({ name }) => input[name] === undefined) && !(hasRefs && (input.id ?? '') !== '')
}

async function saveRun(
  context: RecordContext,
  write: Write,
  inputs: readonly JsonObject[],
  note: string | null,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  if (inputs.length <= FEW) {
    for (const input of inputs) tried.push(await saveOne(context, write, input, note))
    return tried
  }
  const error = await inSavepoint(write, async () => {
    tried.push(...(await saveTogether(context, write, inputs, note)))
  })
  if (!error) return tried
  const middle = Math.ceil(inputs.length / 2)
  return [
    ...(await saveRun(context, write, inputs.slice(0, middle), note)),
    ...(await saveRun(context, write, inputs.slice(middle), note)),
  ]
}

async function saveOne(context: RecordContext, write: Write, input: JsonObject, note: string | null): Promise<Tried> {
  const saved: Saved[] = []
  const error = await inSavepoint(write, async () => void saved.push(await save(context, write, input, { note })))
  return error ?? (saved[0] as Saved)
}

/**
 * Writes records a part at a time: the database stores one while the next is checked. Hooks are told of all at once,
 * since what they write may be what a check reads.
 */
async function saveTogether(
  context: RecordContext,
  write: Write,
  inputs: readonly JsonObject[],
  note: string | null,
): Promise<readonly Tried[]> {
  const plan = await openPlan(context, write, inputs)
  const rows = context.runtime.hooks(context.entity.name).length > 0 ? inputs.length : ROWS_A_PART
  const lines = write.log.length
  const tried: Tried[] = []
  const logs: Promise<void>[] = []
  let stored: Promise<void> = Promise.resolve()
  const store = async (planned: readonly (Planned | AppError)[]): Promise<void> => {
    const saved = (await writeMany(context, write, planned.filter(isPlanned), note))[Symbol.iterator]()
    tried.push(...planned.map((one) => (one instanceof AppError ? one : (saved.next().value as Saved))))
    logs.push(waitedFor(writeLog(write.tx, ...write.log.splice(lines))))
  }
  try {
    for (let from = 0; from < inputs.length; from += rows) {
      const planned = await plan(from, from + rows)
      await stored
      stored = waitedFor(store(planned))
    }
    await stored
    await Promise.all(logs)
  } finally {
    // Nothing of it may be left running when the savepoint is rolled back.
    await Promise.allSettled([stored])
    await Promise.allSettled(logs)
  }
  return tried
}

/** A promise that is awaited later: should it fail meanwhile, nobody has missed it. */
function waitedFor(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined)
  return promise
}
