import { sql } from 'kysely'
import type { ChosenAnswer } from '../../../model/catalogue-answers'
import { mayEdit, maySee } from '../../../model/rights/access'
import { AppError } from '../../../model/errors'
import { leadsFrom, moveModule, stateOf, type Flow, type Move } from '../../../model/flow'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { readAnswers } from '../../../model/validation/asked'
import { momentOf, type Rule, type RuleValue } from '../../../model/rules/rule'
import { todayIn } from '../../../model/values/zone-time'
import type { Tx } from '../../platform/database/database'
import { whyKeys } from '../../../model/field-words'
import { moveLabel, ownWhy } from '../fields/labels'
import { ruleSentenceFor } from '../said/rule-words'
import { onChosen } from '../bulk/on-chosen'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { stateText } from '../relations/locks'
import { ruleSql } from '../rule-readings'
import { forbidden, whyNoRight } from '../why-not'
import { lockRecord } from '../write/lock-record'
import type { Write } from '../write/open-write'
import { save } from '../write/save'

/** A move of an entity's flow by its name. */
interface Named {
  readonly flow: Flow
  readonly move: Move
  readonly name: string
}

/** The move that a call names; null: it names none that people make. */
export function moveOf({ entity }: Pick<RecordContext, 'entity'>, name: string): Named | null {
  const { flow } = entity
  const move = flow && Object.hasOwn(flow.moves, name) ? flow.moves[name] : undefined
  return flow && move && !move.automatic ? { flow, move, name } : null
}

/**
 * `POST {endpoint}/{move}`: carries a move out on records, chosen as `onChosen` reads them; `version` with one `id`
 * refuses a record changed since. Answers to what the move asks come beside.
 * @throws {AppError} FORBIDDEN without its right or where its rule does not hold, VALIDATION at what is asked, CONFLICT
 * with `conflict: { state, by, at }`
 * when the record is in another state
 */
export async function doMove(context: RecordContext, named: Named, input: JsonObject): Promise<ChosenAnswer> {
  assertMay(context, named)
  const answers = answersTo(context, named, input)
  const version = input.ids === undefined ? input.version : undefined
  const { to } = named.move
  const { words } = context.runtime
  const done =
    to === null
      ? words.say(context.actor.language, 'record.done')
      : words.say(context.actor.language, 'records.done_move', { state: stateText(context, to) })
  const { move, name } = named
  const seconds = move.undo_s ?? 0
  return onChosen(
    context,
    {
      done,
      undo: { verb: name, seconds },
      one: (of, write, id, run) => moveOne(of, write, { ...named, answers, version }, id, run),
    },
    input,
  )
}

/**
 * Carries a move out on one record within an open write, as a call of a feature does.
 * @throws {AppError} NOT_FOUND where the entity has no such move, else as `doMove`
 */
export async function moveWithin(
  context: RecordContext,
  write: Write,
  id: RecordId,
  name: string,
  input: JsonObject,
): Promise<void> {
  const named = moveOf(context, name)
  if (!named) throw new AppError('NOT_FOUND')
  assertMay(context, named)
  await moveOne(
    context,
    write,
    { ...named, answers: answersTo(context, named, input), version: input.version },
    id,
    null,
  )
}

/** @throws {AppError} FORBIDDEN without the right to the move */
export function assertMay(context: RecordContext, { move, name }: Named): void {
  const {
    actor,
    resource,
    runtime: { words },
  } = context
  if (!maySee(actor, resource)) throw forbidden(context, 'see')
  const guarded =
    move.right === undefined || resource.module === null
      ? resource
      : { module: moveModule(resource.module, move.right), root: resource.root }
  if (move.needs === 'see' ? maySee(actor, guarded) : mayEdit(actor, guarded)) return
  const why =
    move.right === undefined
      ? whyNoRight({ ...context, resource: { ...resource, readOnly: undefined } }, move.needs)
      : null
  throw new AppError('FORBIDDEN', {
    body: {
      why: why ?? words.say(actor.language, 'why.move', { action: moveLabel(words, actor.language, resource, name) }),
    },
  })
}

/**
 * The answers that were given, and nulls for required ones that were not, which are errors.
 * @throws {AppError} VALIDATION
 */
function answersTo(
  { resource, runtime }: RecordContext,
  { name }: Named,
  input: JsonObject,
): { readonly [field: string]: Json } {
  const ask = resource.actions.find(({ id, move }) => move && id === name)?.ask
  if (!ask) return {}
  const { values, errors } = readAnswers(ask, runtime.fieldTypes, input)
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  const given = ask.fields.filter((field) =>
    [field.name, ...Object.values(field.flat ?? {})].some((key) => input[key] !== undefined),
  )
  return Object.fromEntries(given.map((field) => [field.name, values[field.name] ?? null]))
}

/** A move with what was answered to it. */
interface AnsweredMove extends Named {
  readonly answers: { readonly [field: string]: Json }
  readonly version: Json | undefined
}

/**
 * Moves one record that is locked first: its state and the move's rule are asked of what it is then.
 * @throws {AppError} CONFLICT, FORBIDDEN, and what a save throws
 */
export async function moveOne(
  context: RecordContext,
  write: Write,
  { flow, move, name, answers, version }: AnsweredMove,
  id: RecordId,
  run: string | null,
): Promise<void> {
  const { entity, resource } = context
  const before = await lockRecord(context, write.tx, id)
  const state = stateOf(flow, before)
  if (state !== null && !leadsFrom(move, state))
    throw await movedAlready(context, write.tx, { flow, move, name }, state, before)
  if (move.when && !(await holdsFor(context, write.tx, move, id))) throw refusedNow(context, move.when, name)
  const set = Object.fromEntries(
    Object.entries(move.set).map(([field, value]) => [
      field,
      valueOf(context, entity.fields[field], value, { ...before, ...answers }),
    ]),
  )
  const also = { ...answers, ...set, ...(flow.field !== null && move.to !== null && { [flow.field]: move.to }) }
  // The move may take the record out of the catalogue that offers it.
  const everywhere = { ...context, resource: { ...resource, where: undefined, fixed: {} } }
  await save(
    everywhere,
    write,
    { id, ...(version === undefined ? {} : { version }) },
    { verb: name, move: name, mustExist: true, note: run, also, judged: Object.keys(set) },
  )
}

/** Nobody lacks a right here: the record is not what the move asks for. */
function refusedNow(context: RecordContext, when: Rule, name: string): AppError {
  const {
    resource,
    runtime: { words },
    actor: { language },
  } = context
  const why = ownWhy(words, language, whyKeys(resource, name))
  if (why !== null) return new AppError('FORBIDDEN', { say: 'records.not_now_said', params: { why }, body: { why } })
  const rule = ruleSentenceFor(context, when)
  return new AppError('FORBIDDEN', {
    say: 'records.not_now',
    params: { rule },
    body: { why: words.say(language, 'why.action', { rule }) },
  })
}

async function holdsFor(context: RecordContext, tx: Tx, { when }: Move, id: RecordId): Promise<boolean> {
  if (!when) return true
  const { rows } = await sql<{
    holds: boolean
  }>`select ${ruleSql(context, when, context.entity, 't')} as holds from ${sql.table(context.entity.name)} as t
    where t.id = ${id}`.execute(tx)
  return rows[0]?.holds === true
}

function valueOf(
  { actor, now, settings, runtime }: RecordContext,
  field: Field | undefined,
  value: RuleValue,
  record: JsonObject,
): Json {
  switch (value.kind) {
    case 'literal':
      return value.value
    case 'user':
      return actor.facts[value.name] ?? null
    case 'field':
      return record[value.field] ?? null
    case 'now': {
      const moment = new Date(momentOf(value, now.getTime()))
      const isDay = field !== undefined && runtime.fieldTypes[field.type]?.name === 'date'
      return isDay ? todayIn(String(settings.timezone ?? 'UTC'), moment) : moment.toISOString()
    }
    default:
      return null
  }
}

/**
 * The error for who comes second: the state it is in now, who brought it there, and when. Whoever asks for what never
 * led from there is told what does, and nobody is named: nobody was before them.
 */
async function movedAlready(
  context: RecordContext,
  tx: Tx,
  { flow, move, name }: Named,
  state: string,
  before: JsonObject,
): Promise<AppError> {
  const {
    entity,
    resource,
    runtime: { words },
    actor: { language },
  } = context
  const { rows } = await sql<{
    readonly date_created: string
    readonly who: string | null
    readonly was: string | null
  }>`
    select l.date_created, nullif(trim(concat(u.name, ' ', u.surname)), '') as who,
      l.changes -> ${flow.field} ->> 'from' as was
    from logs as l left join users as u on u.id = l.id_user
    where l.target = ${entity.name} and ${entity.key ? sql`l.key_target` : sql`l.id_target`} = ${before.id ?? null}
      and l.changes ? ${flow.field} and l.type_log <> 'create'
    order by l.id desc limit 1`.execute(tx)
  const [last] = rows
  const isSecond = last !== undefined && leadsFrom(move, last.was ?? flow.start)
  const by = isSecond ? last.who : null
  const labelOf = (id: string): string => moveLabel(words, language, resource, id)
  const others = Object.entries(flow.moves)
    .filter(([, one]) => leadsFrom(one, state) && !one.automatic)
    .map(([id]) => labelOf(id))
    .join(', ')
  const said = isSecond
    ? by === null
      ? 'records.moved'
      : 'records.moved_by'
    : others === ''
      ? 'records.no_move'
      : 'records.no_move_other'
  return new AppError('CONFLICT', {
    say: said,
    params: { by: by ?? '', state: stateText(context, state), action: labelOf(name), others },
    body: {
      conflict: {
        by,
        at: isSecond ? last.date_created : null,
        state,
        fields: [flow.field ?? ''],
        version: before.version ?? null,
      },
    },
  })
}
