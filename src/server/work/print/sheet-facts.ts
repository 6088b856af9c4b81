import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { factKey, printKey, type PrintField } from '../../../model/print/print'
import { valueAt, type RecordValues } from '../templates/event-values'
import { styledFor, valueText, type Style } from '../templates/template-text'
import { ValueTexts } from '../../records/fields/value-texts'
import { fieldLabel } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'
import { decimalText } from '../../../model/values/decimal'
import { typeOf } from '../../../model/canonical'
import type { SheetFact } from '../pdf/paper'
import type { PrintedPictures } from '../../platform/files/printed-pictures'

/** Writes the values of records in one language and on one clock. */
export class SheetTexts {
  readonly styled: RecordContext
  readonly texts: ValueTexts
  readonly #words: (part: string) => string

  /** @param name of the template */
  constructor(
    context: RecordContext,
    name: string,
    style: Style,
    readonly pictures: PrintedPictures,
  ) {
    this.styled = styledFor(context, style)
    this.texts = new ValueTexts(this.styled)
    this.#words = (part) => printKey(context.resource.name, name, part)
  }

  say(key: string): string {
    return this.styled.runtime.words.say(this.styled.actor.language, key)
  }

  /** Words that the template has of its own, in this language. */
  words(part: string, written: string): string {
    const key = this.#words(part)
    const said = this.say(key)
    return said === key ? written : said
  }

  wordsKey(part: string): string {
    return this.#words(part)
  }

  label(block: string, field: PrintField, entity: Entity): string {
    if (field.title !== undefined) return this.words(factKey(block, field), field.title)
    const { model, resource, runtime, actor } = this.styled
    const [first = '', second] = field.path
    const own = entity.fields[first]
    const target = second === undefined ? undefined : model.entities[own?.ref?.to ?? '']
    if (second !== undefined && target)
      return fieldLabel(
        runtime.words,
        actor.language,
        { name: own?.ref?.resource ?? target.name, entity: target.name },
        target.fields[second],
        second,
      )
    const of = entity === this.styled.entity ? resource : { name: entity.name, entity: entity.name }
    return fieldLabel(runtime.words, actor.language, of, own, first)
  }

  /** A value as people read it; null: it is hidden from the asker. */
  value({ path, less }: PrintField, values: RecordValues): string | null {
    const at = valueAt(values, path)
    if (at && !Object.hasOwn(at.record, at.name)) return null
    const field = at?.entity.fields[at.name]
    const taken = less && at ? decimalText(at.record[at.name] ?? null) : null
    if (field && taken !== null) return this.sum(decimalText(`-${taken}`) ?? taken, field)
    const text = valueText(this.styled, this.texts, { path, filter: null }, values)
    return field ? this.texts.measured(text, field) : text
  }

  /** Digits that were added up, as the values of their field are written. */
  sum(digits: string, field: Field): string {
    return this.texts.measured(this.texts.shown(digits as Json, field, digits), field)
  }

  /** What has a value, under its label. */
  facts(block: string, fields: readonly PrintField[], values: RecordValues): readonly SheetFact[] {
    return fields.flatMap((field) => {
      const value = this.value(field, values)
      if (value === null || value === '') return []
      const picture = this.picture(field, values)
      return [{ label: this.label(block, field, values.entity), value, ...(picture !== null && { picture }) }]
    })
  }

  /** The picture that a value is, where it is one and could be loaded. */
  picture({ path }: PrintField, values: RecordValues): string | null {
    const at = valueAt(values, path)
    const field = at?.entity.fields[at.name]
    const isFile = field && typeOf(field, this.styled.runtime.fieldTypes).file
    return at && isFile ? this.pictures.at(at.record[at.name]) : null
  }
}
