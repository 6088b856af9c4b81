import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { choices } from '../../../model/rules/choices'
import { contextOf, type RecordContext } from '../record-context'
import { choiceText } from '../fields/labels'
import { lookUp } from './lookup'
import { seenFields } from '../fields/seen-fields'

/** Longer lists are searched (`lookup=1`), not sent along. */
const MAX_ITEMS = 200

/**
 * The lists that a form chooses from, by field: the choices of an enum, and the records that a reference to a small
 * entity may point to, as `{ id, name }`. For programs that have no look-up of their own; the console asks as people
 * type.
 */
export async function formLookups(context: RecordContext, item: JsonObject): Promise<JsonObject> {
  const {
    model,
    entity,
    actor,
    runtime: { words },
  } = context
  const lists = [...seenFields(context).fields.keys()].map(async (name): Promise<[string, JsonObject[]][]> => {
    const field = entity.fields[name]
    if (!field || field.system || field.readOnly) return []
    const values = choices(field)
    if (values.length > 0)
      return [[name, values.map(({ value }) => ({ id: value, name: choiceText(words, actor.language, field, value) }))]]
    const target = field.ref && model.entities[field.ref.to]
    const resource = field.ref && model.resources[field.ref.resource ?? field.ref.to]
    if (!target || !resource || target.remote || target.size === 'large') return []
    const query = { for: `${entity.name}.${name}`, limit: MAX_ITEMS, ...(field.ref?.choices && { form: item }) }
    const found = await lookUp(contextOf(context, target, resource), query).catch(unseen)
    return found === null ? [] : [[name, found.map(({ id, label }) => ({ id, name: label }))]]
  })
  return Object.fromEntries((await Promise.all(lists)).flat())
}

/** What the asker may not choose from is left out. */
function unseen(error: unknown): null {
  if (error instanceof AppError && error.code === 'FORBIDDEN') return null
  throw error
}
