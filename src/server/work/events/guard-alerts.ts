import { AppError } from '../../../model/errors'
import { isUnfinished } from '../../../model/rules/rule-draft'
import { ruleFault } from '../../../model/rules/rule-fault'
import type { FieldError } from '../../../model/field-type'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { MetadataError } from '../../../model/loader/metadata-error'
import { isCountedId } from '../../../model/values/id-value'
import type { Tx } from '../../platform/database/database'
import type { Hooks } from '../../language/feature/hooks'
import type { LiveWords } from '../../language/words/live-words'
import { wakeJob } from '../../platform/jobs/wake-job'
import { saidParts, withPartWords } from './alert-part-words'
import { DATES_JOB } from '../outbox/delivery-names'
import { alertTexts } from './live-effects'
import { readAlert, type AlertRow, type AlertText } from './read-alert'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/**
 * An alert is checked like the effects of metadata before it is saved, in each language that it has texts for: what is
 * wrong is said at its field.
 */
export const guardAlerts = (channels: readonly string[], words: Pick<LiveWords, 'languages'>): Hooks => ({
  entity: 'alerts',
  async beforeSave({ tx, model }, data, before) {
    const texts = await textsToStore(tx, data.texts, before)
    const row = await alertRow(tx, { ...before, ...data }, texts)
    if (!row) return data
    const { effect, errors, textErrors } = readAlert(model, row, channels)
    const found = [...errors, ...textErrors]
      .map((error): [string, FieldError] => [fieldOf(error, row), errorOf(error)])
      .reverse()
    if (!effect && found.length === 0)
      throw new AppError('VALIDATION', { errors: { id_module: { key: 'effects.no_records' } } })
    const all = { ...Object.fromEntries(found), ...textsLacking(row, words.languages, data.texts !== undefined) }
    if (Object.keys(all).length > 0) throw new AppError('VALIDATION', { errors: all })
    return data
  },
  // What is near already is told at once.
  afterSave: ({ tx }, record) => (record.type === 'near' ? wakeJob(tx, DATES_JOB) : Promise.resolve()),
  // What it was called before it was named as the specification has it.
  present: async (db, records, at) =>
    (await withPartWords(db, records, at)).map((record) =>
      Object.hasOwn(record, 'type') ? { ...record, event: record.type ?? null } : record,
    ),
  said: saidParts,
  saidWith: withPartWords,
})

/** The texts in other languages as they would be stored: of a row that is there, only what changes is sent. */
async function textsToStore(tx: Tx, sent: Json | undefined, before: JsonObject | null): Promise<readonly AlertText[]> {
  const id = Number(before?.id ?? 0)
  const stored = (await alertTexts(tx, id > 0 ? [id] : [])).get(id) ?? []
  if (sent === undefined) return stored
  return (Array.isArray(sent) ? sent : []).filter(isObject).map((row) => {
    const whole = { ...stored.find((one) => one.id === Number(row.id)), ...row }
    return {
      language: (nonBlank(whole.language) ?? '').trim().toLowerCase(),
      subject: nonBlank(whole.subject),
      body: nonBlank(whole.body),
    }
  })
}

/**
 * Who reads another language gets as much as the others: a subject where there is one. A language that is sent is one
 * that the console speaks, once.
 */
function textsLacking(
  { channel, subject, texts }: AlertRow,
  languages: readonly string[],
  areSent: boolean,
): { readonly [field: string]: FieldError } {
  const errors: { [field: string]: FieldError } = {}
  texts.forEach(({ language, ...row }, at) => {
    const isTwice = texts.findIndex((one) => one.language === language) !== at
    if (areSent && language !== '' && !languages.includes(language))
      errors[`texts.${at}.language`] = { key: 'effects.language', params: { what: language } }
    else if (language !== '' && isTwice) errors[`texts.${at}.language`] = { key: 'unique' }
    if (channel !== 'webhook' && subject !== null && row.subject === null)
      errors[`texts.${at}.subject`] = { key: 'required' }
  })
  return errors
}

/** The row as it would be stored; null where something is missing that validation asks for anyway. */
async function alertRow(tx: Tx, whole: JsonObject, texts: readonly AlertText[]): Promise<AlertRow | null> {
  const { id_module, type: event, channel } = whole
  if (!isCountedId(id_module) || typeof event !== 'string' || typeof channel !== 'string') return null
  const module = await livingRows(tx, 'modules').select('key').where('id', '=', id_module).executeTakeFirst()
  const isMissing =
    channel === 'webhook' ? !isCountedId(whole.id_webhook) : (channel === 'mail' && !whole.subject) || !whole.body
  if (
    !module ||
    isMissing ||
    (event === 'moved' && !whole.move) ||
    (event === 'near' && (!whole.date_field || typeof whole.days !== 'number')) ||
    isUnfinished(whole.rule ?? null)
  )
    return null
  const webhook =
    channel === 'webhook'
      ? await engineTables(tx)
          .selectFrom('webhooks')
          .select('key')
          .where('id', '=', Number(whole.id_webhook))
          .executeTakeFirst()
      : null
  return {
    id: typeof whole.id === 'number' ? whole.id : 0,
    module: String(module.key),
    event,
    channel,
    rule: whole.rule ?? null,
    move: nonBlank(whole.move),
    fields: nonBlank(whole.fields),
    date_field: nonBlank(whole.date_field),
    days: typeof whole.days === 'number' ? whole.days : null,
    side: nonBlank(whole.side),
    recipients: nonBlank(whole.recipients),
    subject: nonBlank(whole.subject),
    body: nonBlank(whole.body),
    roles: Array.isArray(whole.roles) ? whole.roles.map(Number).filter(isCountedId) : [],
    webhook: webhook ? String(webhook.key) : null,
    id_webhook: channel === 'webhook' ? Number(whole.id_webhook) : null,
    texts,
  }
}

const nonBlank = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** The field that a place in an effect comes from. */
function fieldOf({ pointer }: MetadataError, { event, channel }: AlertRow): string {
  const [first = '', , second = ''] = pointer.slice(1).split('/')
  if (first === 'texts') return pointer.slice(1).replaceAll('/', '.')
  if (first === 'event') return event === 'moved' ? 'move' : event === 'near' ? 'date_field' : 'type'
  if (first === 'fields') return 'fields'
  if (first === 'days') return 'days'
  if (first === 'when') return 'rule'
  if (second === 'to') return 'recipients'
  if (second === 'key') return 'id_webhook'
  return second === 'subject' || second === 'body' ? second : channel === '' ? 'type' : 'channel'
}

const SAID = ['M016', 'M080', 'M081', 'M082', 'M083', 'M084', 'M085']

/** The sentence of a check in the user's language, with the piece of the input that is to blame. */
export function errorOf({ id, sentence, pointer }: MetadataError): FieldError {
  if (pointer.startsWith('/when') || !SAID.includes(id)) {
    const { about, what } = ruleFault(id, sentence)
    return { key: about === null ? 'effects.rule' : `effects.rule_${about}`, params: { what } }
  }
  return { key: `effects.${id}`, params: { what: /"([^"]*)"/.exec(sentence)?.[1] ?? '' } }
}
