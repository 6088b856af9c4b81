import { sql } from 'kysely'
import { checkWord, isSerious } from '../../../model/words/check-words'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Tx } from '../../platform/database/database'
import type { Runtime } from '../runtime'
import { type LanguageText, saidIn } from './language-texts'
import { FIRST_LANGUAGE } from './read-words'

export interface WordChange {
  readonly id: string
  readonly value: string | null
  readonly was?: string | null
}

/** A text to be stored; null: the files' own is said again. */
export interface WordWrite {
  readonly key: string
  readonly value: string | null
  readonly from: string | null
}

/** What is to be written of a change, or why it cannot be; null: nothing changes. */
export function wordWrite(
  runtime: Runtime,
  language: string,
  text: LanguageText,
  given: string | null,
): WordWrite | FieldError | null {
  const { value, default_value } = saidIn(runtime, language, text)
  // A database keeps neither NUL nor half a character.
  const wanted =
    given
      ?.replaceAll('\0', '')
      .replace(/\r\n?/g, '\n')
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .normalize('NFC') ?? null
  const next = wanted === null || wanted.trim() === '' ? null : wanted
  if ((next ?? default_value) === value) return null
  const source = runtime.words.written(FIRST_LANGUAGE, text.key) ?? text.original
  const bad =
    next === null ? undefined : checkWord(language === FIRST_LANGUAGE ? text.original : source, next).find(isSerious)
  if (bad) return { key: `word_${bad.problem}`, params: { piece: bad.piece ?? '' } }
  return { key: text.key, value: next === default_value ? null : next, from: value }
}

/** @throws {AppError} VALIDATION at `items.<place>.value` or `items.<place>.id` */
export function wordWrites(
  runtime: Runtime,
  language: string,
  texts: readonly LanguageText[],
  items: readonly WordChange[],
): readonly WordWrite[] {
  const byKey = new Map(texts.map((text) => [text.key, text]))
  const errors: { [source: string]: FieldError } = {}
  const writes = items.flatMap(({ id, value, was }, at) => {
    const text = byKey.get(id)
    if (!text) {
      errors[`items.${at}.id`] = { key: 'unknown' }
      return []
    }
    if (was !== undefined && was !== saidIn(runtime, language, text).value) {
      errors[`items.${at}.value`] = { key: 'word_changed' }
      return []
    }
    const write = wordWrite(runtime, language, text, value)
    if (write === null) return []
    if ('from' in write) return [write]
    errors[`items.${at}.value`] = write
    return []
  })
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return writes
}

/** Stores texts; they are said after the next `refresh` of the words. */
export async function storeWords(tx: Tx, language: string, writes: readonly WordWrite[], now: Date): Promise<void> {
  if (writes.length === 0) return
  // Two people who save at once follow each other.
  await sql`select pg_advisory_xact_lock(hashtext('languages'), hashtext(${language}))`.execute(tx)
  const date = now.toISOString()
  const keys = writes.map(({ key }) => key)
  await sql`delete from translations where language = ${language} and key = any(${keys}::text[])`.execute(tx)
  const kept = writes.filter(({ value }) => value !== null)
  await sql`insert into translations (language, key, value, date_created, date_updated)
    select ${language}, key, value, ${date}::timestamptz, ${date}::timestamptz
    from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ value }) => value)}::text[]) as t(key,
      value)`.execute(tx)
}
