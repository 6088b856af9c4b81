import { mayWrite } from '../../../model/rights/access'
import { holdsForUser } from '../../../model/rules/holds'
import { canonicalRecord, typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import { keepHidden, valueBefore } from '../../../model/rights/hidden'
import type { Json, JsonObject } from '../../../model/json'
import type { RuleContext } from '../../../model/rules/rule'
import { withOwnValues } from '../../../model/validation/with-formulas'
import { replacedErrors } from '../../../model/validation/set-values'
import { validateRecord } from '../../../model/validation/validate'
import { isSame } from '../../../model/values/same'
import { assertSure } from '../../language/actor/confirmation'
import { assertOpenToKey } from '../../language/actor/key-rights'
import { tellParticipants } from './participants'
import type { Saved } from '../../language/feature/call'
import { copiedValues } from '../formulas/copied-values'
import { farValues } from '../formulas/far-rows'
import { withoutLate, withStoredLate } from '../formulas/late-errors'
import { settleSaved } from '../formulas/settle-saved'
import { changedFields, labelledChanges } from './changed-fields'
import { defaultValues, stampedValues } from '../fields/new-record'
import type { Write } from './open-write'
import { findRecord } from '../read/read'
import { assertMayGo } from './assert-kept'
import { attachFiles, fileErrors } from '../fields/record-files'
import { readInput, type Changes } from './read-input'
import { oldErrors } from './old-errors'
import { unaskedErrors } from './asked-values'
import { recordBefore } from './record-before'
import type { RecordContext } from '../record-context'
import { readId } from '../record-id'
import { recordTitle } from '../record-title'
import { resolveReferences, storedPaths } from '../fields/references'
import { ruleContext } from '../rule-readings'
import { rowErrors, writeChildren } from './write-children'
import { writeRefs } from '../relations/write-refs'
import { beyondReach } from './beyond-reach'
import { ends, openOf, settleOpen } from './settle-open'
import { settleValues } from './settle-values'
import { insertRow, updateRow } from './stored-row'
import { conflict } from './conflict'
import { fixedKept } from './fixed-kept'
import { forbidden, refusal } from '../why-not'
import { everyColumn } from '../read/wire-columns'
import { logWrite } from '../log/log-write'
import { assertNotElsewhere } from './taken-elsewhere'
import { circleErrors } from '../tree'
import { hookContext } from './hook-context'
import { lockedErrors } from '../relations/locks'
import { withNumbers } from './series'
import { keepChange } from './keep'

interface SaveOptions {
  /** Verb of the activity log; default `create` or `edit`. */
  readonly verb?: string
  readonly note?: string | null
  /** Errors that the record had before are ignored; `untouched`: but for those that are about what changes. */
  readonly forgiving?: boolean | 'untouched'
  /** For a verb: an unused id creates no record. */
  readonly mustExist?: boolean
  /** Canonical values that the verb itself writes, whatever the caller may write. */
  readonly also?: { readonly [field: string]: Json }
  /**
   * The caller has checked the references in `also`, or in these fields of it: the asker need not be able to choose
   * them.
   */
  readonly judged?: boolean | readonly string[]
  /** The move of the entity's flow that this save carries out. */
  readonly move?: string
  /** The record becomes again what it was, which no rule of its own forbids. */
  readonly undo?: true
}

/**
 * The write path of one record, inside a transaction: input → beforeSave → validation → conditional write → activity
 * log → afterSave. Without `id` it is created. Whether the asker may edit at all was checked before (`assertEdits`).
 * @throws {AppError} FORBIDDEN to who creates none here, NOT_FOUND, VALIDATION, CONFLICT when `version` is old, as
 * `beyondReach` when the row would leave the asker's scope
 */
export async function save(
  context: RecordContext,
  write: Write,
  input: JsonObject,
  options: SaveOptions = {},
): Promise<Saved> {
  const { entity, runtime, resource } = context
  const { version } = input
  const before = await recordBefore(context, write, input, options.mustExist)
  if (before && version !== undefined && version !== null && Number(version) !== before.version)
    throw await conflict(context, write.tx, before, version)

  if (before?.state === '1' && input.state === '0') assertMayGo(context, 'disable', before)
  const { judged = false, also = {} } = options
  if (!before && judged !== true) assertCreates(context)
  const asked = await recordToStore(
    context,
    write,
    input,
    before,
    options,
    judged ? resolveExcept(judged === true ? Object.keys(also) : judged) : resolveReferences,
  )
  const record = await withNumbers(context, write.tx, asked, before, options.move)
  if (before && ends(context, before, record))
    await settleOpen(context, write, before, await openOf(context, write.tx, [before]))

  const hooks = runtime.hooks(entity.name)
  const fields = changedFields(entity, runtime.fieldTypes, before, record).filter(({ children }) => !children)
  const rows = before ? await writeChildren(context, write, record, readId(entity, before.id), save) : {}
  if (before && fields.length === 0 && Object.keys(rows).length === 0)
    return { id: readId(entity, before.id), done: 'unchanged' }
  // Also as rows of another record.
  assertOpenToKey(context.actor, context.model, entity)
  await assertNotElsewhere(context, write, fields, record, before?.id ?? null)
  const stored = before
    ? await updateRow(
        context,
        write.tx,
        { id: readId(entity, before.id), version: Number(before.version) },
        fields,
        record,
      )
    : await insertRow(context, write.tx, fields, record)
  if (!stored) throw new AppError('NOT_FOUND')
  if (!stored.within) throw beyondReach(context, record)
  await writeRefs(write.tx, fields, stored.id, record, context.model)
  await attachFiles(context, write.tx, fields, stored.id, record, before)
  const firstRows = before ? {} : await writeChildren(context, write, record, stored.id, save)

  const saved = { id: stored.id, before, record, fields, opened: openedBy(options) }
  const late = await settleSaved(context, write, saved, options.forgiving)

  const readsBack =
    hooks.length > 0 ||
    fields.some(
      (field) => (field.ref || field.refAny || typeOf(field, runtime.fieldTypes).file) && record[field.name] !== null,
    )
  const after = readsBack
    ? ((await findRecord(context, write.tx, everyColumn(context), stored.id, { removed: true })) ?? record)
    : { ...record, ...late.values, id: stored.id }
  await logWrite(
    context,
    write,
    {
      type_log: options.verb ?? (before ? 'edit' : 'create'),
      id_target: stored.id,
      title: recordTitle(entity, after),
      note: options.note ?? null,
      changes: {
        ...labelledChanges([...fields, ...late.fields], runtime.fieldTypes, before, after),
        ...rows,
        ...firstRows,
        ...(before ? { version: { from: before.version ?? null, to: Number(before.version) + 1 } } : {}),
      },
    },
    hooks.length > 0,
  )
  keepChange(context, write, fields, before, record)
  for (const one of hooks) {
    await one.afterSave?.(hookContext(context, write, options.move), after, before)
    if (one.afterCommit) write.afterCommit.push(async () => one.afterCommit?.(after))
  }
  await tellParticipants(context, write, [
    { id: stored.id, before, fields: [...fields.map(({ name }) => name), ...Object.keys(rows)], move: options.move },
  ])
  write.changed.add(resource.entity)
  return { id: stored.id, done: before ? 'changed' : 'created' }
}

/**
 * The first half of `save`: the whole record as it would be stored; only a feature's `beforeSave` may write here.
 * @param look how references are resolved; a verification of many rows has done so already
 * @throws {AppError} VALIDATION and what the features' hooks throw
 */
export async function recordToStore(
  context: RecordContext,
  write: Write,
  input: JsonObject,
  before: JsonObject | null,
  { forgiving = false, also, move, undo }: SaveOptions = {},
  look: typeof resolveReferences = resolveReferences,
): Promise<{ [field: string]: Json }> {
  const asked = await readInput(context, write.tx, input, before)
  const given = before
    ? fixedKept(context, asked)
    : { ...defaultValues(context.entity), ...asked, ...stamps(context, asked) }
  const copied = await copiedValues(context, write, given, asked, before)
  const data = await beforeSave(context, write, { ...given, ...copied, ...also }, before, move)
  return checked(context, write, data, before, { forgiving, also: { ...copied, ...also }, move, undo }, copied, look)
}

/** Resolves references as usual, but reports no errors for those that the program set. */
const resolveExcept =
  (own: readonly string[]): typeof resolveReferences =>
  async (context, tx, record, before) => {
    const { paths, errors } = await resolveReferences(context, tx, record, before)
    return { paths, errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !own.includes(name))) }
  }

/** @throws {AppError} FORBIDDEN without the right to edit the module, or any of its rows */
export function assertEdits(context: RecordContext): void {
  if (!mayWrite(context.model, context.actor, context.resource)) throw forbidden(context, 'edit')
}

/** @throws {AppError} FORBIDDEN where a rule of the catalogue has others create its records */
export function assertCreates(context: RecordContext): void {
  if (context.resource.create && !holdsForUser(context.resource.create, context.actor))
    throw forbidden(context, 'create')
}

async function beforeSave(
  context: RecordContext,
  write: Write,
  given: Changes,
  before: JsonObject | null,
  move?: string,
): Promise<Changes> {
  const { entity, runtime } = context
  let data: JsonObject = given
  for (const hooks of runtime.hooks(entity.name)) {
    if (hooks.beforeSave) data = await hooks.beforeSave(hookContext(context, write, move), data, before)
  }
  // Hooks are our own code: they may set what no caller may; their values are made canonical and checked like any
  // other.
  return data === given ? given : canonicalRecord(entity, runtime.fieldTypes, data)
}

/** What a move asks and sets, it may write whatever the state locks, by the rules that hold for all. */
const openedBy = ({ move, also = {} }: SaveOptions): ReadonlySet<string> =>
  new Set(move === undefined ? [] : Object.keys(also))

/** The whole record as it will be stored. @throws {AppError} VALIDATION with its errors */
async function checked(
  context: RecordContext,
  write: Write,
  data: Changes,
  before: JsonObject | null,
  { forgiving = false, also = {}, move, undo }: SaveOptions,
  copied: JsonObject,
  look: typeof resolveReferences,
): Promise<{ [field: string]: Json }> {
  const { entity, runtime } = context
  const settled = await settleValues(context, write.tx, data, before)
  const sent = { ...before, ...data, ...settled.values }
  const behind = await look(context, write.tx, sent, before)
  const stored = before && { ...before, ...(await storedPaths(context, write.tx, before, sent, behind.paths)) }
  const rulesOf = (values: JsonObject): RuleContext => ruleContext(context, { ...values, ...behind.paths }, stored)
  const far = await farValues(context, write, sent)
  const merged = withOwnValues(entity, sent, rulesOf, far, before)
  // A rule or a formula, like the program, also sets fields that the asker does not see.
  const begun = before ? {} : { ...stampedValues(context), ...copied }
  const record = withOwnValues(
    entity,
    { ...keepHidden(entity, merged, before, rulesOf(merged), begun), ...pick(merged, Object.keys(also)) },
    rulesOf,
    far,
    before,
  )
  const rules = rulesOf(record)
  const opened = openedBy({ move, also })
  const errors = {
    ...(undo
      ? {}
      : {
          ...replacedErrors(entity, runtime.fieldTypes, data, rules),
          ...metadataErrors(context, record, before, rules, begun, opened),
        }),
    ...(undo ? {} : unaskedErrors(context, before, record)),
    ...rowErrors(context, data),
    ...settled.errors,
    ...behind.errors,
    ...(await fileErrors(context, write.tx, record, before)),
    ...(await circleErrors(context, write.tx, record, before)),
    ...(await lockedErrors(context, write.tx, before, record)),
  }
  const isOld = oldErrors(context, { before, stored, record, forgiving })
  const isOpened = (field: string, { key }: FieldError): boolean => key === 'not_editable' && opened.has(field)
  const fresh = Object.entries(errors).filter(([field, error]) => !isOld(field, error) && !isOpened(field, error))
  if (fresh.length > 0) throw refusal(context, Object.fromEntries(fresh))
  await assertSureOf(context, write, record, before)
  return withStoredLate(context, record, before)
}

/**
 * @throws {AppError} CONFIRM when a field with `x-confirm` changes and the asker has not given their password lately
 */
async function assertSureOf(
  context: RecordContext,
  write: Write,
  record: JsonObject,
  before: JsonObject | null,
): Promise<void> {
  const fields = changedFields(context.entity, context.runtime.fieldTypes, before, record).filter(
    (field) => field.confirm,
  )
  // A new record has its defaults from the start.
  if (fields.some((field) => before !== null || !isSame(valueBefore(field, null), record[field.name] ?? null)))
    await assertSure(hookContext(context, write))
}

/** The record's errors by its metadata. */
const metadataErrors = (
  context: RecordContext,
  record: JsonObject,
  before: JsonObject | null,
  rules: RuleContext,
  begun: JsonObject,
  opened: ReadonlySet<string>,
): { [source: string]: FieldError } =>
  withoutLate(context, validateRecord(context.entity, context.runtime.fieldTypes, record, rules, before, begun, opened))

const pick = (record: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

// The asker's own company only where they name none; what the catalogue fixes always.
function stamps(context: RecordContext, asked: Changes): JsonObject {
  const { fixed } = context.resource
  return Object.fromEntries(
    Object.entries(stampedValues(context)).filter(
      ([name]) => Object.hasOwn(fixed, name) || (asked[name] ?? null) === null,
    ),
  )
}
