import { buildEffect } from '../../../model/effects/build-effects'
import { catalogueOf } from '../../../model/catalogue-of'
import { checkTemplate } from '../../../model/effects/check-template'
import { effectRoom } from '../../../model/effects/effect-room'
import type { Json, JsonObject } from '../../../model/json'
import { MetadataErrors, type MetadataError, type ErrorPlace } from '../../../model/loader/metadata-error'
import type { Model } from '../../../model/model'
import type { RuleRoom } from '../../../model/rules/parse-rule'
import { fieldTypes } from '../../language/field-types'
import type { LiveEffect, Said } from './live-effect'

/** What an alert says in another language, as its row has it. */
export interface AlertText {
  readonly language: string
  readonly subject: string | null
  readonly body: string | null
}

/** An alert as its row has it, or as it is about to be saved. */
export interface AlertRow {
  readonly id: number
  readonly module: string
  /** Its type. */
  readonly event: string
  readonly move: string | null
  readonly fields: string | null
  readonly date_field: string | null
  readonly days: number | null
  readonly side: string | null
  readonly rule: Json
  readonly channel: string
  readonly recipients: string | null
  readonly roles: readonly number[]
  readonly webhook: string | null
  readonly id_webhook: number | null
  readonly subject: string | null
  readonly body: string | null
  readonly texts: readonly AlertText[]
}

interface ReadAlert {
  /** Null: it cannot be, as the errors say. */
  readonly effect: LiveEffect | null
  readonly errors: readonly MetadataError[]
  /**
   * Of its texts in other languages, at `/texts/0/subject`; the effect is without a language in which anything is
   * wrong.
   */
  readonly textErrors: readonly MetadataError[]
}

/**
 * Reads an alert over the catalogue of its module; no effect and no errors: the module has no records of this database.
 */
export function readAlert(model: Model, row: AlertRow, channels: readonly string[]): ReadAlert {
  const resource = catalogueOf(model, row.module)
  const entity = resource && model.entities[resource.entity]
  if (!entity || resource.rest !== undefined) return { effect: null, errors: [], textErrors: [] }
  const list = new MetadataErrors()
  const wrong = new MetadataErrors()
  const room = effectRoom(model, fieldTypes, entity, channels)
  const effect = buildEffect(alertJson(row), room, list.at('alerts'))
  const texts = effect.channel === 'webhook' ? new Map<string, Said>() : readTexts(row.texts, room.rules, wrong)
  return {
    effect:
      list.errors.length > 0
        ? null
        : {
            ...effect,
            source: `alerts.${row.id}`,
            resource,
            ...(effect.channel === 'webhook' && row.id_webhook !== null && { id_webhook: row.id_webhook }),
            ...(texts.size > 0 && { texts }),
          },
    errors: list.errors,
    textErrors: wrong.errors,
  }
}

function readTexts(rows: readonly AlertText[], room: RuleRoom, wrong: MetadataErrors): ReadonlyMap<string, Said> {
  const texts = new Map<string, Said>()
  rows.forEach(({ language, ...row }, at) => {
    const before = wrong.errors.length
    const place = wrong.at('alerts').in('texts', at)
    const said: Said = { ...template('subject', row.subject, room, place), ...template('body', row.body, room, place) }
    if (wrong.errors.length === before) texts.set(language, said)
  })
  return texts
}

const template = (which: 'subject' | 'body', text: string | null, room: RuleRoom, place: ErrorPlace): Said =>
  text === null ? {} : { [which]: checkTemplate(text, room, place.in(which)) }

const words = (text: string | null, by: RegExp): string[] =>
  (text ?? '')
    .split(by)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** An alert in the form in which metadata says an effect. */
function alertJson({
  id,
  event,
  move,
  fields,
  date_field,
  days,
  side,
  rule,
  channel,
  recipients,
  roles,
  webhook,
  subject,
  body,
}: AlertRow): JsonObject {
  const names = words(fields, /[\s,;]+/)
  const to: Json = [...words(recipients, /[\s,;]+/), ...roles.map((role) => ({ role }))]
  return {
    id: `alert_${id}`,
    event: event === 'moved' ? `moved:${move ?? ''}` : event === 'near' ? `near:${date_field ?? ''}` : event,
    ...(event === 'near' && { days: side === 'after' ? 0 - (days ?? 0) : days }),
    ...(event === 'changed' && names.length > 0 && { fields: names }),
    ...(rule !== null && { when: rule }),
    do: {
      [channel]:
        channel === 'webhook'
          ? { key: webhook ?? '' }
          : { to, ...(subject !== null && { subject }), ...(body !== null && { body }) },
    },
  }
}
