import { AppError } from '../../model/errors'
import type { FieldError } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { MetadataError } from '../../model/loader/metadata-error'
import { isCountedId } from '../../model/values/id-value'
import type { Tx } from '../database/database'
import type { Hooks } from '../feature/hooks'
import { readAlert, type AlertRow } from './live-effects'

/** An alert is checked like the effects of metadata before it is saved: what is wrong is said at its field. */
export const guardAlerts = (channels: readonly string[]): Hooks => ({
  entity: 'alerts',
  async beforeSave({ tx, model }, data, before) {
    const row = await alertRow(tx, { ...before, ...data })
    if (!row) return data
    const { effect, errors } = readAlert(model, row, channels)
    if (effect) return data
    const found = errors.map((error): [string, FieldError] => [fieldOf(error, row), errorOf(error)]).reverse()
    throw new AppError('VALIDATION', { errors: found.length > 0 ? Object.fromEntries(found) : { id_module: { key: 'effects.no_records' } } })
  },
})

/** The row as it would be stored; null where something is missing that validation asks for anyway. */
async function alertRow(tx: Tx, whole: JsonObject): Promise<AlertRow | null> {
  const { id_module, event, channel } = whole
  if (!isCountedId(id_module) || typeof event !== 'string' || typeof channel !== 'string') return null
  const module = await tx.selectFrom('modules').select('key').where('id', '=', id_module).where('date_deleted', 'is', null).executeTakeFirst()
  const isMissing = channel === 'webhook' ? !isCountedId(whole.id_webhook) : (channel === 'mail' && !whole.subject) || !whole.body
  if (!module || isMissing || (event === 'moved' && !whole.move)) return null
  const webhook = channel === 'webhook' ? await tx.selectFrom('webhooks').select('key').where('id', '=', Number(whole.id_webhook)).executeTakeFirst() : null
  return {
    id: typeof whole.id === 'number' ? whole.id : 0, module: String(module.key), event, channel, rule: whole.rule ?? null,
    move: textOf(whole.move), fields: textOf(whole.fields), recipients: textOf(whole.recipients), subject: textOf(whole.subject), body: textOf(whole.body),
    roles: Array.isArray(whole.roles) ? whole.roles.map(Number).filter(isCountedId) : [], webhook: webhook ? String(webhook.key) : null,
  }
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** The field that a place in an effect comes from. */
function fieldOf({ pointer }: MetadataError, { event, channel }: AlertRow): string {
  const [first = '', , second = ''] = pointer.slice(1).split('/')
  if (first === 'event') return event === 'moved' ? 'move' : 'event'
  if (first === 'fields') return 'fields'
  if (first === 'when') return 'rule'
  if (second === 'to') return 'recipients'
  if (second === 'key') return 'id_webhook'
  return second === 'subject' || second === 'body' ? second : channel === '' ? 'event' : 'channel'
}

const SAID = ['M016', 'M080', 'M081', 'M082', 'M083', 'M084', 'M085']

/** The sentence of a check in the user's language, with the piece of the input that is to blame; a rule's own sentence is for who writes rules. */
export function errorOf({ id, sentence, pointer }: MetadataError): FieldError {
  if (pointer.startsWith('/when') || !SAID.includes(id)) return { key: 'effects.rule', params: { what: sentence } }
  return { key: `effects.${id}`, params: { what: /"([^"]*)"/.exec(sentence)?.[1] ?? '' } }
}
