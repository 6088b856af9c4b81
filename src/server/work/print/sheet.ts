import { partyKey, type PrintBlock, type PrintTemplate } from '../../../model/print/print'
import type { Template } from '../../../model/effects/template'
import { represent } from '../../../model/represent'
import { isZone } from '../../../model/values/zone-offset'
import { templateOf, translatedTemplate } from '../templates/template-text'
import type { RecordValues } from '../templates/event-values'
import { shownMoment } from '../../records/fields/value-texts'
import type { RecordContext } from '../../records/record-context'
import type { PaperSheet, SheetBlock } from '../pdf/paper'
import { zonedReference, type PrintedRecord } from './read-records'
import { SheetTexts } from './sheet-facts'
import { PrintedPictures } from '../../platform/files/printed-pictures'
import { rowsTable } from './sheet-rows'
import { totalsFacts } from './sheet-totals'

/** Writes records on sheets, each in its recipient's language and on its place's clock. */
export class SheetWriter {
  readonly #context: RecordContext
  readonly #template: PrintTemplate
  readonly #place: string | null
  readonly #texts = new Map<string, SheetTexts>()
  readonly #pictures: PrintedPictures

  constructor(context: RecordContext, template: PrintTemplate) {
    this.#context = context
    this.#template = template
    this.#place = zonedReference(context)
    this.#pictures = new PrintedPictures(context.runtime)
  }

  async sheet(record: PrintedRecord): Promise<PaperSheet> {
    const sheet = this.#written(record)
    return (await this.#pictures.load()) ? this.#written(record) : sheet
  }

  #written({ values, watermark }: PrintedRecord): PaperSheet {
    const { blocks, watermarks } = this.#template
    const texts = this.#textsFor(values)
    const {
      actor: { language },
      settings,
    } = texts.styled
    const mark = watermark === null ? undefined : watermarks[watermark]
    const at = { context: this.#context, texts, values }
    return {
      language,
      heading: this.#heading(texts, values),
      watermark: mark ? texts.words(`watermark_${(watermark ?? 0) + 1}`, mark.text) : null,
      made: shownMoment(this.#context.now.toISOString(), String(settings.timezone)),
      pageOf: texts.say('export.page'),
      blocks: blocks.flatMap((block) => blockOf(block, at) ?? []),
    }
  }

  #heading(texts: SheetTexts, values: RecordValues): string {
    const { title, heading } = this.#template
    if (heading) return said(texts, values, 'heading', heading)
    return `${texts.words('title', title)} ${represent(values.entity, values.record)}`.trim()
  }

  #textsFor({ behind }: RecordValues): SheetTexts {
    const {
      runtime: { words },
      actor,
      settings,
    } = this.#context
    const theirs = behind[this.#template.for ?? '']?.record.language
    const language = typeof theirs === 'string' && words.languages.includes(theirs) ? theirs : actor.language
    const there = behind[this.#place ?? '']?.record.timezone
    const zone = typeof there === 'string' && isZone(there) ? there : String(settings.timezone ?? 'UTC')
    const key = `${language} ${zone}`
    const style = { language, zone }
    const known = this.#texts.get(key) ?? new SheetTexts(this.#context, this.#template.name, style, this.#pictures)
    this.#texts.set(key, known)
    return known
  }
}

interface At {
  readonly context: RecordContext
  readonly texts: SheetTexts
  readonly values: RecordValues
}

const said = (texts: SheetTexts, values: RecordValues, part: string, template: Template): string =>
  templateOf(
    texts.styled,
    texts.texts,
    translatedTemplate(texts.styled, values.entity, template, texts.wordsKey(part), texts.styled.actor.language),
    values,
  )

/** A block as it is drawn; null: there is nothing in it that the asker sees. */
function blockOf(block: PrintBlock, { context, texts, values }: At): SheetBlock | null {
  switch (block.kind) {
    case 'letterhead':
    case 'break':
      return { kind: block.kind }
    case 'parties': {
      const parties = block.parties.map(({ title, fields }, at) => ({
        title: title === undefined ? '' : texts.words(partyKey(block.id, at), title),
        facts: texts.facts(partyKey(block.id, at), fields, values),
      }))
      return parties.some(({ facts }) => facts.length > 0) ? { kind: 'parties', parties } : null
    }
    case 'fields': {
      const facts = texts.facts(block.id, block.fields, values)
      return facts.length === 0
        ? null
        : {
            kind: 'fields',
            title: block.title === undefined ? '' : texts.words(block.id, block.title),
            columns: block.columns,
            facts,
          }
    }
    case 'totals': {
      const facts = totalsFacts(texts, block, values)
      return facts.length === 0 ? null : { kind: 'totals', facts }
    }
    case 'rows':
      return rowsTable(context, texts, block, values)
    case 'text': {
      const text = said(texts, values, block.id, block.text).trim()
      return text === '' ? null : { kind: 'text', text, as: block.as }
    }
    case 'qr': {
      const text = templateOf(texts.styled, texts.texts, block.text, values)
      return text.trim() === ''
        ? null
        : { kind: 'qr', text, caption: block.caption ? said(texts, values, `${block.id}_caption`, block.caption) : '' }
    }
  }
}
