import { setImmediate as turn } from 'node:timers/promises'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { tellParticipants } from './participants'
import { changedFields, labelledChanges } from './changed-fields'
import { conflict } from './conflict'
import { KnownReferences } from './known-references'
import { prepareFar } from '../formulas/far-rows'
import { settlePlanned } from '../formulas/settle-saved'
import { lockRecords } from './lock-record'
import { isRefusal, type Write } from './open-write'
import { findRecords } from '../read/read'
import type { RecordContext } from '../record-context'
import { readId, recordId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { hookContext } from './hook-context'
import { recordToStore, save } from './save'
import type { Saved } from '../../language/feature/call'
import type { StoredRow } from './stored-row'
import { insertRows, updateRows } from './stored-rows'
import { beyondReach } from './beyond-reach'
import { isNumberedAtOnce } from './series'
import { logWrites } from '../log/log-write'
import { everyColumn } from '../read/wire-columns'

/** A record during the write: as it was, as it will be, what differs, and its row once it is written. */
export interface Planned {
  readonly before: JsonObject | null
  readonly record: { readonly [field: string]: Json }
  readonly fields: readonly Field[]
  stored: StoredRow | null
}

/**
 * The write path of `save` for many records of a catalogue, all of them or none: every record is checked before the
 * first is written; rows are locked, resolved and written many to a statement. Errors are reported as
 * `<place>.<field>`, the place in `inputs`.
 * @throws {AppError} VALIDATION with the errors of all, and the other refusals of `save` of the first
 */
export async function saveMany(
  context: RecordContext,
  write: Write,
  inputs: readonly JsonObject[],
  note: string | null = null,
): Promise<readonly Saved[]> {
  const ids = givenIds(context, inputs)
  if (!isPlain(context) || new Set(ids).size < ids.length) return oneByOne(context, write, inputs, note)
  const planned = await (await openPlan(context, write, inputs))(0, inputs.length)
  const errors = planned.flatMap((one, at) => (one instanceof AppError ? [[at, one] as const] : []))
  const [, first] = errors.find(([, error]) => !namesFields(error)) ?? []
  if (errors.length > 0) throw first ?? refused(errors)
  return writeMany(context, write, planned.filter(isPlanned), note)
}

export const isPlanned = (one: Planned | AppError): one is Planned => !(one instanceof AppError)

/** The ids of the existing records among some inputs. */
const givenIds = ({ entity }: RecordContext, inputs: readonly JsonObject[]): readonly RecordId[] =>
  inputs.flatMap(({ id }) => (id === undefined || id === null || id === '' ? [] : [recordId(entity, id)]))

/** Writes planned records and what follows them. */
export async function writeMany(
  context: RecordContext,
  write: Write,
  planned: readonly Planned[],
  note: string | null,
): Promise<readonly Saved[]> {
  await store(context, write, planned)
  const written = await settlePlanned(context, write, planned, refused)
  if (written.length > 0) await announce(context, write, written, note)
  return planned.map(
    ({ before, stored }): Saved => ({
      id: readId(context.entity, stored ? stored.id : before?.id),
      done: !stored ? 'unchanged' : before ? 'changed' : 'created',
    }),
  )
}

/** Whether a record is a single row: no rows or files of its own, no place in an order, no id that users give. */
function isPlain(context: RecordContext): boolean {
  return hasPlainRows(context) && Object.values(context.entity.fields).every((field) => isPlainField(context, field))
}

/**
 * Whether new rows of the catalogue are like any other table's: no place in an order, no id that users give, no number
 * of a series.
 */
export const hasPlainRows = ({ entity, resource }: RecordContext): boolean =>
  !entity.key &&
  !resource.singleton &&
  !entity.traits.includes('tree') &&
  !entity.traits.includes('sortable') &&
  !isNumberedAtOnce(entity)

/** Whether a value of the field is a cell of its record's row and nothing else. */
export function isPlainField({ runtime }: RecordContext, field: Field): boolean {
  const { file, writeOnly } = typeOf(field, runtime.fieldTypes)
  return (
    !file &&
    !writeOnly &&
    !field.dynamic &&
    !field.answers &&
    (!field.virtual || field.computed !== undefined || field.type === 'tags')
  )
}

async function oneByOne(
  context: RecordContext,
  write: Write,
  inputs: readonly JsonObject[],
  note: string | null,
): Promise<readonly Saved[]> {
  const saved: Saved[] = []
  for (const [at, input] of inputs.entries()) {
    saved.push(
      await save(context, write, input, { note }).catch((error: unknown) => {
        throw namesFields(error) ? refused([[at, error]]) : error
      }),
    )
  }
  return saved
}

/** Checks the records of some inputs, by their places; one that is refused has its error in its place. */
type Plan = (from: number, to: number) => Promise<readonly (Planned | AppError)[]>

/** Other requests get a turn, and what is being written goes on, after this many records. */
const ROWS_A_TURN = 50

/**
 * Locks the records of many inputs and looks up their references. Only for records of plain rows (`hasPlainRows`), each
 * named once.
 */
export async function openPlan(context: RecordContext, write: Write, inputs: readonly JsonObject[]): Promise<Plan> {
  const { entity, runtime } = context
  const held = await lockRecords(context, write.tx, givenIds(context, inputs))
  const rows = inputs.map((input) => {
    const [id] = givenIds(context, [input])
    return { input, version: input.version, before: id === undefined ? null : (held.get(id) ?? null) }
  })
  const known = new KnownReferences()
  await known.prepare(context, write.tx, rows)
  await prepareFar(
    context,
    write,
    rows.map(({ input, before }) => ({ ...before, ...input })),
  )
  return async (from, to) => {
    const planned: (Planned | AppError)[] = []
    for (const { input, version, before } of rows.slice(from, to)) {
      if (planned.length % ROWS_A_TURN === ROWS_A_TURN - 1) await turn()
      try {
        if (before && version !== undefined && version !== null && Number(version) !== before.version)
          throw await conflict(context, write.tx, before, version)
        const record = await recordToStore(context, write, input, before, {}, known.look)
        planned.push({
          before,
          record,
          fields: changedFields(entity, runtime.fieldTypes, before, record),
          stored: null,
        })
      } catch (error) {
        if (!(error instanceof AppError) || !isRefusal(error)) throw error
        planned.push(error)
      }
    }
    return planned
  }
}

const namesFields = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'VALIDATION' && Object.keys(error.errors).length > 0

/** Errors at their places in the request. */
function refused(rows: readonly (readonly [at: number, error: AppError])[]): AppError {
  const errors = rows.flatMap(([at, { errors: own }]) =>
    Object.entries(own).map(([field, error]) => [`${at}.${field}`, error] as const),
  )
  return new AppError('VALIDATION', { errors: Object.fromEntries(errors) })
}

/** Writes what changed: new rows in their order, changed rows with the same changed fields together. */
async function store(context: RecordContext, { tx }: Write, planned: readonly Planned[]): Promise<void> {
  const fresh = planned.filter(({ before }) => !before)
  const put = await insertRows(
    context,
    tx,
    fresh.map(({ fields, record }) => ({ fields, values: record })),
  )
  fresh.forEach((one, at) => keep(context, one, put[at]))
  const groups = new Map<string, Planned[]>()
  for (const one of planned.filter(({ before, fields }) => before && fields.length > 0)) {
    const key = JSON.stringify(one.fields.map(({ name }) => name))
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const group of groups.values()) {
    const changed = group.map(({ before, record }) => ({
      id: readId(context.entity, before?.id),
      version: Number(before?.version),
      values: record,
    }))
    const rows = await updateRows(context, tx, group[0]?.fields ?? [], changed)
    group.forEach((one, at) => keep(context, one, rows.get(changed[at]?.id ?? 0)))
  }
}

/** @throws {AppError} NOT_FOUND where no row was written, as `beyondReach` where it left the writer's scope */
function keep(context: RecordContext, one: Planned, row: StoredRow | undefined): void {
  if (!row) throw new AppError('NOT_FOUND')
  if (!row.within) throw beyondReach(context, one.record)
  one.stored = row
}

/** What follows a write: the lines of the log, the hooks of features, the notifications. */
async function announce(
  context: RecordContext,
  write: Write,
  written: readonly Planned[],
  note: string | null,
): Promise<void> {
  const { entity, runtime, resource } = context
  const hooks = runtime.hooks(entity.name)
  const idOf = ({ stored }: Planned): RecordId => readId(entity, stored?.id)
  const readsBack = hooks.length > 0 || written.some(({ fields }) => fields.some(({ ref }) => ref))
  const after = readsBack
    ? await findRecords(context, write.tx, everyColumn(context), written.map(idOf), { removed: true })
    : null
  const saved = written.map((one) => ({
    before: one.before,
    record: after?.get(idOf(one)) ?? { ...one.record, id: idOf(one) },
  }))
  await logWrites(
    context,
    write,
    written.map((one, at) => {
      const { before, fields } = one
      const record = saved[at]?.record ?? one.record
      return {
        type_log: before ? 'edit' : 'create',
        id_target: idOf(one),
        title: recordTitle(entity, record),
        note,
        changes: {
          ...labelledChanges(fields, runtime.fieldTypes, before, record),
          ...(before ? { version: { from: before.version ?? null, to: Number(before.version) + 1 } } : {}),
        },
      }
    }),
    hooks.length > 0,
  )
  for (const one of hooks) {
    if (one.afterSaveMany) await one.afterSaveMany(hookContext(context, write), saved)
    else for (const { record, before } of saved) await one.afterSave?.(hookContext(context, write), record, before)
    if (one.afterCommit)
      write.afterCommit.push(
        ...saved.map(
          ({ record }) =>
            async () =>
              one.afterCommit?.(record),
        ),
      )
  }
  await tellParticipants(
    context,
    write,
    written.map((one) => ({ id: idOf(one), before: one.before, fields: one.fields.map(({ name }) => name) })),
  )
  write.changed.add(resource.entity)
}
