import type { Effect } from '../../../model/effects/effect'
import type { Template, TemplatePart } from '../../../model/effects/template'
import type { Resource } from '../../../model/resource'

/** What an effect says in one language. */
export type Said = Pick<Effect, 'subject' | 'body'>

/** An effect in force, of the metadata or of the catalogue of alerts. */
export interface LiveEffect extends Effect {
  /** Where it is written: `places.tell_manager`, `alerts.12`. */
  readonly source: string
  /** The catalogue whose records it is about. */
  readonly resource: Resource
  readonly id_webhook?: number
  /** Prefix of its words in other languages; absent: it has those of its row alone. */
  readonly words?: string
  /** Of an alert: what it says to who reads another language, by language. */
  readonly texts?: ReadonlyMap<string, Said>
}

/** The template of an alert's subject or message for somebody's language; its own where it has none in that. */
export const saidFor = (
  { texts, ...own }: Pick<LiveEffect, 'subject' | 'body' | 'texts'>,
  which: 'subject' | 'body',
  language: string,
): Template | undefined => texts?.get(language)?.[which] ?? own[which]

/** The pieces of all that an effect may say, in whatever language it is asked for. */
export const effectParts = ({
  subject = [],
  body = [],
  texts = new Map(),
}: Pick<LiveEffect, 'subject' | 'body' | 'texts'>): readonly TemplatePart[] => [
  ...subject,
  ...body,
  ...[...texts.values()].flatMap((said) => [...(said.subject ?? []), ...(said.body ?? [])]),
]
