import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import {
  createLanguageCall,
  exportLanguageCall,
  importLanguageCall,
  languageGroupCall,
  languageInfoCall,
  languagesCall,
  languageSheetCall,
  MAX_WORDS_SAVED,
  removeLanguageCall,
  saveGroupItemsCall,
  translateWordsCall,
  LANGUAGES,
} from '../../model/words/language-calls'
import { fold } from '../../model/values/fold'
import { standardCode } from '../../model/values/standard-codes'
import { wrong } from '../../model/wrong'
import { writeLog } from '../language/audit'
import type { Tx } from '../platform/database/database'
import { serveCall, serveFile, type CallContext, type ServerCall } from '../language/feature/call'
import type { ServerFeature } from '../language/feature/feature'
import type { Runtime } from '../language/runtime'
import { readWordFile, wordsTree } from '../language/words/language-file'
import { saidIn, textGroups, type LanguageText, type TextGroup } from '../language/words/language-texts'
import { FIRST_LANGUAGE } from '../language/words/read-words'
import { storeWords, wordWrite, wordWrites, type WordWrite } from '../language/words/save-words'
import { translatorOf } from '../language/words/translate'
import { engineTables, livingRows } from '../platform/database/engine-tables'

/** Refused texts that an answer names; the others are counted with them. */
const MAX_NAMED = 200

/**
 * The texts of the console: seen, edited, translated, taken out and brought in; whatever is saved is said at once by
 * every server.
 */
export function languageCalls(
  runtime: Runtime,
  features: readonly ServerFeature[],
  privateHosts: readonly string[],
): readonly ServerCall[] {
  const { words } = runtime
  const translate = translatorOf(privateHosts)
  const known = (id: string): string => {
    if (!words.languages.includes(id)) throw new AppError('NOT_FOUND')
    return id
  }
  const lacks = (id: string, texts: readonly LanguageText[]): number =>
    id === FIRST_LANGUAGE ? 0 : texts.filter((text) => saidIn(runtime, id, text).value === null).length
  const itemOf = (id: string, groups: readonly TextGroup[]) => {
    const texts = groups.flatMap((group) => group.texts)
    const num_unfilled = lacks(id, texts)
    return {
      id,
      name: words.say(id, 'language.name'),
      flag: words.say(id, 'language.flag'),
      completed: num_unfilled === 0,
      num_unfilled,
      num_texts: texts.length,
      is_main_language: id === FIRST_LANGUAGE,
      removable: words.added.some((one) => one.id === id),
      first_id_group: groups[0]?.id ?? 1,
    }
  }
  const groupOf = (id_group: number): TextGroup => {
    const group = textGroups(runtime, features).find(({ id }) => id === id_group)
    if (!group) throw new AppError('NOT_FOUND')
    return group
  }
  const store = async (
    context: CallContext,
    language: string,
    writes: readonly WordWrite[],
    note: string,
  ): Promise<void> => {
    if (writes.length === 0) return
    await context.transaction(async (tx) => {
      await storeWords(tx, language, writes, context.now())
      const changes = Object.fromEntries(
        writes.slice(0, MAX_NAMED).map(({ key, from, value }) => [key, { from, to: value }]),
      )
      await log(context, tx, 'edit', language, { changes, note })
    })
    await words.refresh()
  }
  const log = (
    context: CallContext,
    tx: Tx,
    type_log: string,
    language: string,
    more: Partial<Parameters<typeof writeLog>[1]> = {},
  ) =>
    writeLog(tx, {
      id_user: context.actor.id,
      type_log,
      target: LANGUAGES,
      id_target: language,
      title: words.say(language, 'language.name'),
      platform: context.platform,
      id_session: context.session.id,
      date: context.now(),
      ...more,
    })

  return ofHouse([
    serveCall(languagesCall, () => {
      const groups = textGroups(runtime, features)
      const items = words.languages.map((id) => itemOf(id, groups))
      return Promise.resolve({ items, total: items.length })
    }),
    serveCall(languageInfoCall, ({ settings }, { id_language }) => {
      const groups = textGroups(runtime, features)
      const item = itemOf(known(id_language), groups)
      return Promise.resolve({
        item,
        is_main_language: item.is_main_language,
        auto_translate: !item.is_main_language && translator(settings) !== null,
        first_id_group: item.first_id_group,
        groups: groups.map(({ id, key, name, texts }) => ({
          id,
          key,
          name,
          num_texts: texts.length,
          num_unfilled: lacks(id_language, texts),
        })),
      })
    }),
    serveCall(languageGroupCall, (_context, { id_language, id_group, unfilled = false, q = '' }) => {
      const { id, name, route, texts } = groupOf(id_group)
      const language = known(id_language)
      const sought = fold(q)
      const items = texts
        .map((text) => {
          const said = saidIn(runtime, language, text)
          const source = words.written(FIRST_LANGUAGE, text.key) ?? text.original
          return {
            id: text.key,
            ...said,
            source: language === FIRST_LANGUAGE ? text.original : source,
            unsaved: false,
            completed: said.value !== null,
            place: { name, part: partOf(text.key), route },
          }
        })
        .filter(
          (item) =>
            (!unfilled || !item.completed) &&
            (sought === '' || [item.id, item.value ?? '', item.source].some((text) => fold(text).includes(sought))),
        )
      return Promise.resolve({ id, name, items })
    }),
    serveCall(saveGroupItemsCall, async (context, { id_language, id_group, items }) => {
      const { texts, name } = groupOf(id_group)
      const writes = wordWrites(runtime, known(id_language), texts, items)
      await store(context, id_language, writes, name)
      return { msg: context.say('messages.saved'), saved: writes.length }
    }),
    serveCall(translateWordsCall, async ({ settings }, { language, words: texts }) => {
      const service = translator(settings)
      if (!service)
        throw new AppError('VALIDATION', {
          say: 'console_texts.no_translator',
          errors: { language: { key: 'no_translator' } },
        })
      if (known(language) === FIRST_LANGUAGE) throw wrong('language', 'main_language')
      return {
        items: (await translate(service, { from: FIRST_LANGUAGE, to: language }, texts)).map((value) => ({ value })),
      }
    }),
    serveCall(createLanguageCall, async (context, { id, name, flag = '' }) => {
      if (words.languages.includes(id)) throw wrong('id', 'unique')
      if (standardCode('languages', id) !== id) throw wrong('id', 'code_languages')
      await context.transaction(async (tx) => {
        const date = context.now().toISOString()
        await sql`select pg_advisory_xact_lock(hashtext('languages'), 0)`.execute(tx)
        const there = await livingRows(tx, 'languages').select('id').where('code', '=', id).executeTakeFirst()
        if (there) throw wrong('id', 'unique')
        await engineTables(tx)
          .insertInto('languages')
          .values({
            code: id,
            name: name.trim().normalize('NFC'),
            flag: flag.trim() || id.toUpperCase(),
            date_created: date,
            date_updated: date,
          })
          .execute()
        await log(context, tx, 'create', id, { title: name.trim() })
      })
      await words.refresh()
      return { msg: context.say('messages.saved') }
    }),
    serveCall(removeLanguageCall, async (context, { id }) => {
      if (!words.added.some((one) => one.id === known(id)))
        throw new AppError('CONFLICT', { say: 'console_texts.of_program' })
      await context.transaction(async (tx) => {
        await log(context, tx, 'remove', id)
        await engineTables(tx).deleteFrom('translations').where('language', '=', id).execute()
        await engineTables(tx).deleteFrom('languages').where('code', '=', id).execute()
        // Who spoke it is spoken to in the main language again.
        await engineTables(tx).updateTable('users').set({ language: null }).where('language', '=', id).execute()
      })
      await words.refresh()
      runtime.changed('users')
      return { msg: context.say('console_texts.removed') }
    }),
    serveCall(exportLanguageCall, (_context, { id_language }) =>
      Promise.resolve({
        name: `${known(id_language)}.json`,
        words: wordsTree(
          runtime,
          id_language,
          textGroups(runtime, features).flatMap(({ texts }) => texts),
        ),
      }),
    ),
    serveFile(languageSheetCall, ({ say, settings }, { id_language, format = 'xlsx' }) => {
      const rows = textGroups(runtime, features)
        .flatMap(({ texts }) => texts)
        .map((text) => [text.key, text.original, saidIn(runtime, known(id_language), text).value ?? ''])
      const columns = [
        say('console_texts.key'),
        say('console_texts.original'),
        words.say(id_language, 'language.name'),
      ].map((label) => ({ label }))
      return Promise.resolve({
        format,
        title: `${say('console_texts.texts')} ${id_language}`,
        columns,
        rows: async function* () {
          yield rows
        },
        zone: String(settings.timezone ?? 'UTC'),
      })
    }),
    serveCall(importLanguageCall, async (context, { id_language, name, base64 }) => {
      const language = known(id_language)
      const items = await readWordFile(name, base64)
      if (items.length > MAX_WORDS_SAVED * 2) throw wrong('base64', 'words_file')
      const byKey = new Map(
        textGroups(runtime, features)
          .flatMap(({ texts }) => texts)
          .map((text) => [text.key, text]),
      )
      const refused: { id: string; reason: string }[] = []
      const writes = new Map<string, WordWrite>()
      for (const { id, value } of items) {
        const text = byKey.get(id)
        const write = text ? wordWrite(runtime, language, text, value) : { key: 'unknown', params: {} }
        if (write !== null && 'from' in write) writes.set(id, write)
        else if (write !== null)
          refused.push({ id: id.slice(0, 255), reason: context.say(`validation.${write.key}`, write.params) })
      }
      await store(context, language, [...writes.values()], name)
      return {
        msg: context.say('console_texts.imported', { saved: writes.size, refused: refused.length }),
        saved: writes.size,
        unchanged: items.length - writes.size - refused.length,
        refused: refused.slice(0, MAX_NAMED),
      }
    }),
  ])
}

/** Everybody reads these texts: no company's administrator writes them, whatever their role opens. */
const ofHouse = (calls: readonly ServerCall[]): readonly ServerCall[] =>
  calls.map((call) => ({
    ...call,
    handle: (context, input) => {
      if (!context.actor.operator && !context.actor.root) throw new AppError('FORBIDDEN')
      return call.handle(context, input)
    },
  }))

function translator(settings: CallContext['settings']): { readonly url: string; readonly key: string | null } | null {
  const { translate_url, translate_key } = settings
  return typeof translate_url === 'string' && translate_url !== ''
    ? { url: translate_url, key: typeof translate_key === 'string' && translate_key !== '' ? translate_key : null }
    : null
}

/** Which text of a group it is, as far as its key says. */
const partOf = (key: string): string => key.split('.').slice(1).join('.') || key
