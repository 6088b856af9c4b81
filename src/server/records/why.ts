import { mayCreate, mayEdit, mayReadLog, maySee, mayWrite } from '../../model/rights/access'
import { isWritable } from '../../model/canonical'
import { AppError } from '../../model/errors'
import { isEditable, isSeen, isSet } from '../../model/rights/hidden'
import type { Json, JsonObject } from '../../model/json'
import { logRules } from '../../model/rights/rights'
import { loadActor } from '../language/actor/actor'
import { whyKeys, whySetKeys } from '../../model/field-words'
import { ownWhy } from './fields/labels'
import { ruleSentenceFor } from './said/rule-words'
import { findRecord } from './read/read'
import type { RecordContext } from './record-context'
import { idOf, recordId } from './record-id'
import { ruleContext, ruleHolds } from './rule-readings'
import { whyNoRight } from './why-not'
import { everyColumn } from './read/wire-columns'
import { malformed } from '../platform/answers/malformed'

/** Whether something is allowed, and the sentence of the first rule against it. */
interface Why {
  readonly allowed: boolean
  readonly why: string
}

const READS = ['see', 'export', 'logs']
const WRITES = ['create', 'edit', 'remove', 'enable', 'disable', 'resort', 'duplicate', 'set', 'merge', 'undo']

/**
 * `GET {endpoint}/why`: why a user may not do something. `action`: see, export, logs, create, edit, remove, enable,
 * disable, resort, duplicate, set, merge, undo or a declared one; `id`: with which record; `field`: or change this
 * field of it. Root may ask about another user (`id_user`); a record outside the asker's own scope is not found,
 * whoever they ask about.
 * @throws {AppError} NOT_FOUND, MALFORMED, FORBIDDEN when anyone but root asks about another user
 */
export async function whyNot(asker: RecordContext, query: JsonObject): Promise<Why> {
  const context = await contextFor(asker, query.id_user)
  const name = String(query.action ?? 'edit')
  const declared = asker.resource.actions.find(({ id }) => id === name)
  if (!declared && !READS.includes(name) && !WRITES.includes(name)) throw malformed('action')
  const needs = declared?.needs ?? (READS.includes(name) ? 'see' : 'edit')
  // The language is the asker's, the rights are those of the user they ask about.
  const answer = (why: string | null): Why => ({
    allowed: why === null,
    why: why ?? asker.runtime.words.say(asker.actor.language, 'why.allowed'),
  })
  const said = (key: string, params: { readonly [name: string]: string } = {}): Why =>
    answer(asker.runtime.words.say(asker.actor.language, `why.${key}`, params))

  const spoken = { ...context, actor: { ...context.actor, language: asker.actor.language } }
  const guarded = declared?.module === undefined ? context.resource : { module: declared.module }
  const mayChange = declared
    ? mayEdit(context.actor, guarded)
    : mayWrite(context.model, context.actor, context.resource)
  const right = needs === 'see' ? maySee(context.actor, guarded) : mayChange
  if (!right) return answer(whyNoRight(spoken, needs) ?? whyNoRight(spoken, 'see'))
  if (['create', 'duplicate'].includes(name) && !mayCreate(context.model, context.actor, context.resource))
    return answer(whyNoRight(spoken, 'create'))
  if (name === 'logs' && !mayReadLog(context.actor, context.resource)) {
    return said('action', {
      rule: logRules(context.resource)
        .map((rule) => ruleSentenceFor(asker, rule))
        .join(', '),
    })
  }
  const isOfActivable = !['enable', 'disable'].includes(name) || context.entity.traits.includes('activable')
  const isOfMany = ['duplicate', 'set', 'merge', 'undo'].includes(name)
  if (
    !isOfActivable ||
    (isOfMany && context.resource.singleton) ||
    (name === 'resort' && !context.entity.traits.includes('sortable'))
  )
    throw new AppError('NOT_FOUND')
  if (query.id === undefined || query.id === '') return answer(fieldReason(asker, spoken, query.field, {}))

  const { db } = context.runtime.database
  const id = recordId(context.entity, query.id)
  if (!(await findRecord(asker, db, everyColumn(asker), id))) throw new AppError('NOT_FOUND')
  const record = await findRecord(context, db, everyColumn(context), id)
  if (!record) return said('scope')
  if (needs === 'edit' && !(await findRecord(context, db, everyColumn(context), id, { use: 'write' })))
    return said('shared')
  if (declared?.when && !ruleHolds(spoken, declared.when, record)) {
    const own = ownWhy(asker.runtime.words, asker.actor.language, whyKeys(asker.resource, name))
    return own === null ? said('action', { rule: ruleSentenceFor(asker, declared.when) }) : answer(own)
  }
  return answer(fieldReason(asker, spoken, query.field, record))
}

/** The asker's own context, or for root that of another user. */
async function contextFor(asker: RecordContext, id_user: Json | undefined): Promise<RecordContext> {
  if (id_user === undefined || id_user === null || id_user === '' || Number(id_user) === asker.actor.id) return asker
  if (!asker.actor.root) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
  const { runtime } = asker
  const actor = await loadActor(
    runtime.database.db,
    { model: runtime.model, fieldTypes: runtime.fieldTypes, fieldSql: runtime.fieldSql },
    idOf(id_user),
  )
  if (!actor) throw new AppError('NOT_FOUND')
  return { ...asker, actor }
}

/** Why a field cannot be changed in a record; null: it can, or no field was given. */
function fieldReason(
  asker: RecordContext,
  context: RecordContext,
  name: Json | undefined,
  record: JsonObject,
): string | null {
  if (name === undefined || name === '') return null
  const {
    entity,
    runtime: { words },
  } = context
  const field = typeof name === 'string' && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  const of = ruleContext(context, record)
  // A field that the asker does not see is answered like one that does not exist.
  if (!field || field.secret || !isSeen(field, ruleContext(asker, record))) throw new AppError('NOT_FOUND')
  const say = (key: string, params: { readonly [name: string]: string } = {}): string =>
    words.say(asker.actor.language, `why.${key}`, params)
  const own = (keys: readonly string[]): string | null => ownWhy(words, asker.actor.language, keys)
  if (field.see && !isSeen(field, of)) return say('hidden', { rule: ruleSentenceFor(asker, field.see) })
  const moves =
    entity.flow?.field === field.name
      ? asker.resource.actions
          .filter(({ id, move }) => move && entity.flow?.moves[id]?.to !== null)
          .map(({ title }) => title)
      : []
  if (moves.length > 0) return say('moves', { moves: moves.join(', ') })
  if (!isWritable(field)) return say('field_read_only')
  if (field.set && isSet(field, of))
    return own(whySetKeys(asker.resource, field.name)) ?? say('set', { rule: ruleSentenceFor(asker, field.set.when) })
  return field.edit && !isEditable(field, of)
    ? (own(whyKeys(asker.resource, field.name)) ?? say('field', { rule: ruleSentenceFor(asker, field.edit) }))
    : null
}
