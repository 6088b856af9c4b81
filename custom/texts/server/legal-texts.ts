import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, callLimit, type Hooks, iso, serveCall, stateObjects } from '#engine/server'
import { legalCall, publicTextsCall } from '../model/public-text-calls'
import { hasFaqs } from './faq-rows'

// A carrier puts many phones behind one address; a page asks once or twice.
const MAX_ASKED = 600
const countCall = callLimit('texts.too_many')
/** Links at the foot of a page. */
const MAX_LINKS = 12

/** @throws {AppError} TOO_MANY */
export const countAsked = ({ db, network, now }: CallContext): void =>
  countCall(db, `texts ${network}`, now(), MAX_ASKED)

/** What every page of texts begins with. */
export const pageHead = ({ settings, actor }: CallContext): { readonly brand: string; readonly language: string } => ({
  brand: typeof settings['brand'] === 'string' ? settings['brand'] : '',
  language: actor.language,
})

/** Which of a text's languages somebody reads: the asked one, else theirs, else the one written first. */
function readable<Text extends { readonly language: string | null }>(
  texts: readonly Text[],
  wanted: readonly (string | undefined)[],
): Text | undefined {
  return wanted.map((language) => texts.find((text) => text.language === language)).find(Boolean) ?? texts[0]
}

const legal = serveCall(legalCall, async (context, { prefix, language }) => {
  countAsked(context)
  const { db, actor, say, sayIn } = context
  const texts = await living(db, 'legals')
    .where('prefix', '=', prefix.toLowerCase())
    .where('state', '=', '1')
    .select(['language', 'name', 'content', iso('date_updated').$notNull().as('date_updated')])
    .orderBy('id')
    .execute()
  const text = readable(texts, [language, actor.language])
  if (!text) throw new AppError('NOT_FOUND', { say: 'texts.gone' })
  return {
    ...pageHead(context),
    name: text.name ?? '',
    content: text.content ?? '',
    date_updated: text.date_updated,
    text_language: text.language ?? actor.language,
    languages: texts.map((one) => ({ id: one.language ?? '', name: nameOf(one.language ?? '', sayIn) })),
    words: {
      updated: say('texts.updated'),
      languages: say('texts.languages'),
      faq: (await hasFaqs(context)) ? say('texts.faq.title') : null,
    },
  }
})

/** A language that the console does not speak is named by its letters. */
function nameOf(language: string, sayIn: CallContext['sayIn']): string {
  const name = sayIn(language, 'language.name')
  return name === 'language.name' ? language : name
}

const publicTexts = serveCall(publicTextsCall, async (context, { target, language }) => {
  countAsked(context)
  const { db, actor } = context
  const say = (key: string): string => context.sayIn(language ?? actor.language, key)
  const texts = await living(db, 'legals')
    .where('state', '=', '1')
    .select(['prefix', 'language', 'name', 'target'])
    .orderBy('type', 'desc')
    .orderBy('id')
    .execute()
  const rows = texts.filter((text) => text.target === 'all' || text.target === target)
  const prefixes = [...new Set(rows.map(({ prefix }) => prefix ?? ''))]
  const legals = prefixes.slice(0, MAX_LINKS).map((prefix) => ({
    name:
      readable(
        rows.filter((row) => row.prefix === prefix),
        [language, actor.language],
      )?.name ?? prefix,
    url: `/legal/${encodeURIComponent(prefix)}`,
  }))
  const faq = (await hasFaqs(context))
    ? [
        {
          name: say('texts.faq.title'),
          url: target === undefined ? '/faq' : `/faq?target=${encodeURIComponent(target)}`,
        },
      ]
    : []
  return { title: say('texts.links'), items: [...legals, ...faq] }
})

/** A text keeps the words it was made with, to which it is restored. */
export const legalHooks: Hooks = {
  entity: 'legals',
  beforeSave: async (_context, data, before) =>
    before ? data : { ...data, original_name: data['name'] ?? null, original_content: data['content'] ?? null },
  async present(_db, records, at) {
    const [targets, states] = [stateObjects(at, 'legals', 'target'), stateObjects(at, 'legals')]
    return records.map((record) => ({
      ...record,
      target_text: targets.get(String(record['target']))?.name ?? null,
      state_human: states.get(String(record['state']))?.name ?? null,
    }))
  },
}

export const legalCalls = [legal, publicTexts]
