import { ValueTexts } from '../../records/fields/value-texts'
import type { RecordContext } from '../../records/record-context'
import type { RecordValues } from '../templates/event-values'
import { saidFor, type LiveEffect } from './live-effect'
import { styledFor, templateLines, templateOf, translatedTemplate, type Style } from '../templates/template-text'

interface Message {
  readonly subject: string | null
  readonly body: string
}

const MAX_SUBJECT = 255
const MAX_BODY = 20_000

/** What an effect says of a record, in somebody's language, on their clock. */
export function rendered(
  context: RecordContext,
  effect: LiveEffect,
  values: RecordValues,
  { language, zone }: Style,
): Message {
  const styled = styledFor(context, { language, zone })
  const texts = new ValueTexts(styled)
  const text = (which: 'subject' | 'body'): string | null => {
    const original = saidFor(effect, which, language)
    const entity = context.model.entities[effect.resource.entity]
    if (!original || !entity) return null
    const template =
      effect.words === undefined
        ? original
        : translatedTemplate(context, entity, original, `${effect.words}.${which}`, language)
    return (which === 'body' ? templateLines : templateOf)(styled, texts, template, values)
  }
  const subject = text('subject')
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)
  return { subject: subject || null, body: (text('body') ?? '').replace(/[^\P{Cc}\n\t]/gu, '').slice(0, MAX_BODY) }
}
