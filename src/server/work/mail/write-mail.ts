import { bodyHtml, bodyText, filledHtml } from '../../../model/mail/mail-html'
import type { Db, Tx } from '../../platform/database/database'
import type { LiveWords } from '../../language/words/live-words'
import { fillIn, FIRST_LANGUAGE } from '../../language/words/read-words'
import type { MailKind, WrittenMail } from './mail-kind'
import { livingRows } from '../../platform/database/engine-tables'

/** Subject and formatted body with `%{name}` where values come. */
export interface MailTemplate {
  readonly subject: string
  readonly body: string
}

/** What the program came with. */
export function originalMail(words: LiveWords, { words: key }: MailKind, language: string): MailTemplate {
  return { subject: words.say(language, `${key}.subject`), body: bodyHtml(words.say(language, `${key}.body`)) }
}

/**
 * What was written in the console for a language, or for the main one where the program has no words of its own in it;
 * null: the program's words are sent.
 */
async function storedMail(
  db: Db | Tx,
  words: LiveWords,
  kind: MailKind,
  language: string,
): Promise<MailTemplate | null> {
  const rows = await livingRows(db, 'mail_texts')
    .select(['language', 'subject', 'body'])
    .where('mail', '=', kind.key)
    .where('language', 'in', [language, FIRST_LANGUAGE])
    .execute()
  const hasOwn =
    (words.written(language, `${kind.words}.body`) ?? words.ownText(language, `${kind.words}.body`)) !== undefined
  const row = rows.find((one) => one['language'] === language) ?? (hasOwn ? undefined : rows[0])
  return row ? { subject: String(row['subject']), body: String(row['body']) } : null
}

/** The template in force in a language. */
export const mailTemplate = async (
  db: Db | Tx,
  words: LiveWords,
  kind: MailKind,
  language: string,
): Promise<MailTemplate> => (await storedMail(db, words, kind, language)) ?? originalMail(words, kind, language)

/** A template with its values. */
export function filledMail(
  { subject, body }: MailTemplate,
  values: { readonly [name: string]: string | number },
): Required<WrittenMail> {
  const html = filledHtml(body, values)
  return {
    subject: fillIn(subject, values)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    body: bodyText(html),
    html,
  }
}

/** A mail in somebody's language, from the template in force. @param language null: unknown, the main one */
export async function writeMail(
  db: Db | Tx,
  words: LiveWords,
  kind: MailKind,
  language: string | null,
  values: { readonly [name: string]: string | number },
): Promise<WrittenMail> {
  const speaks = language !== null && words.languages.includes(language) ? language : FIRST_LANGUAGE
  const stored = await storedMail(db, words, kind, speaks)
  return stored
    ? filledMail(stored, values)
    : {
        subject: words.say(speaks, `${kind.words}.subject`, values),
        body: words.say(speaks, `${kind.words}.body`, values),
      }
}
