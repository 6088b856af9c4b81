import { typeOf } from '../../../model/canonical'
import { choices } from '../../../model/rules/choices'
import { decimalText } from '../../../model/values/decimal'
import type { Field } from '../../../model/field'
import type { FieldType, TextStyle } from '../../../model/field-type'
import { fold } from '../../../model/values/fold'
import type { Json } from '../../../model/json'
import { dateText, timeText } from '../../../model/values/shown-date'
import { moneyText, numberStyle, numberText, type MoneyStyle } from '../../../model/values/shown-number'
import { zonedText } from '../../../model/values/zoned-text'
import { choiceText, flagWords } from './labels'
import { textStyle } from './text-style'
import type { RecordContext } from '../record-context'
import type { Words } from '../../language/runtime'
import type { TypedValue } from '../../work/export/file-document'

/** Formats values of fields in the asker's language. */
export class ValueTexts {
  readonly #context: RecordContext
  readonly #style: TextStyle
  readonly #money: MoneyStyle
  /** A file repeats the same few words in every row. */
  readonly #said = new Map<Field, Map<string, string>>()

  constructor(context: RecordContext) {
    this.#context = context
    this.#style = textStyle(context.actor.language, context.settings)
    this.#money = moneyStyle(context)
  }

  /** As the console shows it. @param raw exact digits of a number, where they are known */
  shown(value: Json, field: Field, raw: string | null): string {
    const { fieldTypes } = this.#context.runtime
    const { zone } = this.#style
    if (choices(field).length > 0)
      return (Array.isArray(value) ? (value as readonly Json[]) : [value])
        .map((one) => this.#choice(field, String(one)))
        .join('; ')
    const type = typeOf(field, fieldTypes)
    switch (kindOf(field, type)) {
      case 'number':
        return numberText(raw ?? digitsOf(value), this.#money)
      case 'money':
        return moneyText(raw ?? digitsOf(value), this.#money)
      case 'date':
        return dateText(String(value))
      case 'moment':
        return shownMoment(String(value), zone)
      case 'flag':
        return this.#side(field, value === 1 || value === true)
      case undefined:
        return (type.toWords ?? type.toText)(value, field, this.#style)
    }
  }

  /** The same with the unit that the schema names: on paper there is no box that tells it. */
  measured(text: string, field: Field): string {
    const unit = field.type === 'percent' ? '%' : field.schema['x-unit']
    if (text === '' || typeof unit !== 'string') return text
    return kindOf(field, typeOf(field, this.#context.runtime.fieldTypes)) === 'number' ? `${text} ${unit}` : text
  }

  #choice(field: Field, value: string): string {
    return this.#once(field, value, (words, language) => choiceText(words, language, field, value))
  }

  #side(field: Field, on: boolean): string {
    return this.#once(
      field,
      String(on),
      (words, language) =>
        flagWords(words, language, field)?.[on ? 1 : 0] ?? words.say(language, on ? 'export.yes' : 'export.no'),
    )
  }

  #once(field: Field, value: string, say: (words: Words, language: string) => string): string {
    const said = this.#said.get(field) ?? new Map<string, string>()
    const text = said.get(value) ?? say(this.#context.runtime.words, this.#style.language)
    this.#said.set(field, said.set(value, text))
    return text
  }

  /** Whether the labels of a field's choices, or a flag's own labels, are all different. */
  distinct(field: Field): boolean {
    const { words, fieldTypes } = this.#context.runtime
    if (kindOf(field, typeOf(field, fieldTypes)) === 'flag')
      return flagWords(words, this.#style.language, field) !== null
    const said = choices(field).map(({ value }) => fold(choiceText(words, this.#style.language, field, value).trim()))
    return said.length > 0 && new Set(said).size === said.length
  }

  /** By its own type where a sheet has one; a text is kept whole, since sheets are changed and loaded again. */
  typed(value: Json, field: Field, raw: string | null): TypedValue {
    if (choices(field).length > 0 || field.answers) return this.shown(value, field, raw)
    const type = typeOf(field, this.#context.runtime.fieldTypes)
    switch (kindOf(field, type)) {
      case 'number':
        return { number: raw ?? digitsOf(value), money: false }
      case 'money':
        return { number: raw ?? digitsOf(value), money: true }
      case 'date':
        return { day: String(value) }
      case 'moment':
        return { moment: clockOf(String(value), this.#style.zone) }
      case 'flag':
        return this.shown(value, field, raw)
      case undefined:
        return type.toText(value, field, this.#style)
    }
  }
}

/** How a file holds a field's values; a sum or a count over other rows is a number. */
export const kindOf = (field: Field, type: FieldType): FieldType['inFiles'] =>
  type.inFiles ?? (field.computed?.kind !== 'rollup' ? undefined : field.computed.money ? 'money' : 'number')

/** How money is formatted in this company. */
export function moneyStyle({ settings }: Pick<RecordContext, 'settings'>): MoneyStyle {
  return {
    coin: String(settings.coin ?? ''),
    coin_space: Number(settings.coin_space ?? 1) === 1,
    decimals_visible: Number(settings.decimals_visible ?? 2),
    ...numberStyle(settings),
  }
}

/** A moment → `DD/MM/YYYY hh:mm A` on the clock of a zone. */
export function shownMoment(iso: string, zone: string): string {
  const clock = clockOf(iso, zone)
  return `${dateText(clock.slice(0, 10))} ${timeText(clock.slice(11, 16))}`
}

/** `2026-11-21 05:00:00`, without the offset; in UTC where the zone's offset is not in whole minutes. */
const clockOf = (iso: string, zone: string): string => zonedText(iso, zone).replace('T', ' ').slice(0, 19)

const digitsOf = (value: Json): string => decimalText(value) ?? String(value)
