import { checkTemplate, kindOfField } from '../../model/effects/check-template'
import type { Template, TemplatePart, TemplateValue } from '../../model/effects/template'
import type { Json } from '../../model/json'
import { MetadataErrors } from '../../model/loader/metadata-error'
import { decimalText } from '../../model/values/decimal'
import { dateText } from '../../model/values/shown-date'
import { moneyText, numberText } from '../../model/values/shown-number'
import { moneyStyle, shownMoment, ValueTexts } from '../export/value-texts'
import type { RecordContext } from '../records/record-context'
import { labelKey } from '../records/read/row-columns'
import { valueAt, type Values } from './event-values'
import type { LiveEffect } from './live-effects'

/** How a message is written: for whom it is meant. */
export interface Style { readonly language: string; readonly zone: string }

export interface Message { readonly subject: string | null; readonly body: string }

const MAX_SUBJECT = 255
const MAX_BODY = 20_000

/** What an effect says of a record, in somebody's language, on their clock. */
export function rendered(context: RecordContext, effect: LiveEffect, values: Values, { language, zone }: Style): Message {
  const styled: RecordContext = { ...context, actor: { ...context.actor, language }, settings: { ...context.settings, timezone: zone } }
  const texts = new ValueTexts(styled)
  const text = (which: 'subject' | 'body'): string | null => {
    const template = translated(context, effect, which, language)
    return template ? template.map((part) => partText(styled, texts, part, values)).join('') : null
  }
  const subject = text('subject')?.replace(/[\s\p{Cc}]+/gu, ' ').trim().slice(0, MAX_SUBJECT)
  return { subject: subject || null, body: (text('body') ?? '').replace(/[^\P{Cc}\n\t]/gu, '').slice(0, MAX_BODY) }
}

/** A template in a language, as the words have it; the original where they have none, or one that does not fit the record. */
function translated({ model, runtime }: RecordContext, effect: LiveEffect, which: 'subject' | 'body', language: string): Template | undefined {
  const original = effect[which]
  const key = `${effect.words ?? ''}.${which}`
  const said = effect.words === undefined || !original ? key : runtime.words.say(language, key)
  const entity = model.entities[effect.resource.entity]
  if (said === key || !entity) return original
  const list = new MetadataErrors()
  const template = checkTemplate(said, { entity, entities: model.entities, fieldTypes: runtime.fieldTypes }, list.at(key))
  return list.errors.length > 0 ? original : template
}

function partText(context: RecordContext, texts: ValueTexts, part: TemplatePart, values: Values): string {
  if ('text' in part) return part.text
  if ('path' in part) return valueText(context, texts, part, values)
  return (values.rows[part.rows] ?? []).map((row) => part.parts.map((inner) => partText(context, texts, inner, row)).join('')).join('')
}

function valueText(context: RecordContext, texts: ValueTexts, { path, filter }: TemplateValue, values: Values): string {
  const at = valueAt(values, path)
  const field = at?.entity.fields[at.name]
  const value = at?.record[at.name] ?? null
  if (!at || !field || value === null) return ''
  if (filter === 'raw') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const label = at.record[labelKey(at.name)]
  const shown = (): string => (label === undefined || label === null ? texts.shown(value, field, null) : labelText(label))
  if (filter === 'upper') return shown().toLocaleUpperCase()
  if (filter === 'lower') return shown().toLocaleLowerCase()
  const digits = decimalText(value) ?? String(value)
  if (filter === 'money') return moneyText(digits, moneyStyle(context))
  if (filter === 'number') return numberText(digits, moneyStyle(context))
  if (kindOfField(field, context.runtime.fieldTypes) !== 'moment') return filter === 'date' ? dateText(String(value)) : shown()
  const moment = shownMoment(String(value), String(context.settings.timezone))
  const [day = '', ...time] = moment.split(' ')
  return filter === 'date' ? day : filter === 'time' ? time.join(' ') : moment
}

const labelText = (label: Json): string => (Array.isArray(label) ? label.join(', ') : String(label))
