import { checkTemplate, kindOfField } from '../../../model/effects/check-template'
import type { Template, TemplatePart, TemplateValue } from '../../../model/effects/template'
import type { Entity } from '../../../model/entity'
import type { Json } from '../../../model/json'
import { MetadataErrors } from '../../../model/loader/metadata-error'
import { decimalText } from '../../../model/values/decimal'
import { dateText } from '../../../model/values/shown-date'
import { moneyText, numberText } from '../../../model/values/shown-number'
import { moneyStyle, shownMoment, type ValueTexts } from '../../records/fields/value-texts'
import type { RecordContext } from '../../records/record-context'
import { labelKey } from '../../records/fields/row-columns'
import { valueAt, type RecordValues } from './event-values'

/** How something is written: for whom it is meant. */
export interface Style {
  readonly language: string
  readonly zone: string
}

/** The context in which a record's values are written for somebody. */
export const styledFor = (context: RecordContext, { language, zone }: Style): RecordContext => ({
  ...context,
  actor: { ...context.actor, language },
  settings: { ...context.settings, timezone: zone },
})

/**
 * A template in a language, as the words have it under a key; the original where they have none, or one that does not
 * fit the record.
 */
export function translatedTemplate(
  { model, runtime }: RecordContext,
  entity: Entity,
  original: Template,
  key: string,
  language: string,
): Template {
  const said = runtime.words.say(language, key)
  if (said === key) return original
  const list = new MetadataErrors()
  const template = checkTemplate(
    said,
    { entity, entities: model.entities, fieldTypes: runtime.fieldTypes },
    list.at(key),
  )
  return list.errors.length > 0 ? original : template
}

/** What a template says of a record. @param styled as `styledFor` gives it */
export const templateOf = (
  styled: RecordContext,
  texts: ValueTexts,
  template: Template,
  values: RecordValues,
): string => template.map((part) => partText(styled, texts, part, values)).join('')

/** The same of a text of several lines: a line whose values are all empty has nothing to say, and is left out. */
export function templateLines(
  styled: RecordContext,
  texts: ValueTexts,
  template: Template,
  values: RecordValues,
): string {
  const lines = [{ text: '', named: 0, filled: 0 }]
  for (const part of template) {
    const said = partText(styled, texts, part, values)
    const line = lines.at(-1)
    if (!line) break
    if ('text' in part) {
      const [first = '', ...others] = said.split('\n')
      line.text += first
      lines.push(...others.map((text) => ({ text, named: 0, filled: 0 })))
    } else {
      line.text += said
      line.named++
      if (said.trim() !== '') line.filled++
    }
  }
  return lines
    .filter(({ named, filled }) => named === 0 || filled > 0)
    .map(({ text }) => text)
    .join('\n')
}

function partText(context: RecordContext, texts: ValueTexts, part: TemplatePart, values: RecordValues): string {
  if ('text' in part) return part.text
  if ('path' in part) return valueText(context, texts, part, values)
  return (values.rows[part.rows] ?? [])
    .map((row) => part.parts.map((inner) => partText(context, texts, inner, row)).join(''))
    .join('')
}

/** A value of a record, written; none where it is empty. */
export function valueText(
  context: RecordContext,
  texts: ValueTexts,
  { path, filter }: TemplateValue,
  values: RecordValues,
): string {
  const at = valueAt(values, path)
  const field = at?.entity.fields[at.name]
  const value = at?.record[at.name] ?? null
  if (!at || !field || value === null) return ''
  if (filter === 'raw') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const label = at.record[labelKey(at.name)]
  const shown = (): string =>
    label === undefined || label === null ? texts.shown(value, field, null) : labelText(label)
  if (filter === 'upper') return shown().toLocaleUpperCase()
  if (filter === 'lower') return shown().toLocaleLowerCase()
  const digits = decimalText(value) ?? String(value)
  if (filter === 'money') return moneyText(digits, moneyStyle(context))
  if (filter === 'number') return numberText(digits, moneyStyle(context))
  if (kindOfField(field, context.runtime.fieldTypes) !== 'moment')
    return filter === 'date' ? dateText(String(value)) : shown()
  const moment = shownMoment(String(value), String(context.settings.timezone))
  const [day = '', ...time] = moment.split(' ')
  return filter === 'date' ? day : filter === 'time' ? time.join(' ') : moment
}

const labelText = (label: Json): string => (Array.isArray(label) ? label.join(', ') : String(label))
