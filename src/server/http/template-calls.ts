import { AppError } from '../../model/errors'
import type { FieldError } from '../../model/field-type'
import {
  mailFormCall,
  MAILS,
  mailsCall,
  previewMailCall,
  restoreMailCall,
  saveMailCall,
} from '../../model/mail/mail-calls'
import { linkedHtml, variablesIn } from '../../model/mail/mail-html'
import { maySee } from '../../model/rights/rights'
import { writeLog } from '../language/audit'
import type { Db } from '../platform/database/database'
import { serveCall, type CallContext, type ServerCall } from '../language/feature/call'
import type { ServerFeature } from '../language/feature/feature'
import { fieldTypes } from '../language/field-types'
import type { Runtime } from '../language/runtime'
import type { MailKind } from '../work/mail/mail-kind'
import { mailKinds, MAIL_PERSON } from '../work/mail/mail-kinds'
import { filledMail, mailTemplate, originalMail, type MailTemplate } from '../work/mail/write-mail'
import { engineTables, livingRows } from '../platform/database/engine-tables'

/** The templates of the mails that the program sends: seen, written, tried and given back. */
export function mailTemplateCalls(runtime: Runtime, features: readonly ServerFeature[]): readonly ServerCall[] {
  const { words } = runtime
  const kinds = mailKinds(features)
  const kindOf = (id: string): MailKind => {
    const kind = kinds.find(({ key }) => key === id)
    if (!kind) throw new AppError('NOT_FOUND')
    return kind
  }
  const spoken = (language: string | undefined, own: string): string => {
    if (language === undefined) return words.languages.includes(own) ? own : (words.languages[0] ?? 'es')
    if (!words.languages.includes(language)) throw new AppError('NOT_FOUND')
    return language
  }
  const changedIn = async (db: Db): Promise<ReadonlyMap<string, readonly string[]>> => {
    const rows = await livingRows(db, 'mail_texts').select(['mail', 'language']).orderBy('language').execute()
    const all = new Map<string, readonly string[]>()
    for (const { mail, language } of rows) all.set(String(mail), [...(all.get(String(mail)) ?? []), String(language)])
    return all
  }
  const nameOf = ({ say }: CallContext, { key }: MailKind): string => say(`mails.names.${key}`)
  const aboutOf = ({ actor }: CallContext, { about }: MailKind) => {
    const resource = about && runtime.model().resources[about.resource]
    return resource && maySee(actor, resource) ? { entity: resource.entity, resource: resource.name } : null
  }
  /** A template as it may be stored. @throws {AppError} VALIDATION at `subject` and `body` */
  const readTemplate = (kind: MailKind, given: MailTemplate): MailTemplate => {
    const field = runtime.model().entities['mail_texts']?.fields['body']
    const cleaned = field ? fieldTypes['richtext']?.canonical(given.body, field) : null
    const body = typeof cleaned === 'string' ? cleaned : ''
    const subject = given.subject
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .normalize('NFC')
    const errors: { [source: string]: FieldError } = {}
    for (const [source, text] of Object.entries({ subject, body })) {
      const strange = variablesIn(text).find((name) => !Object.hasOwn(kind.vars, name))
      if (text === '') errors[source] = { key: 'required' }
      else if (strange !== undefined)
        errors[source] = { key: 'word_placeholder_unknown', params: { piece: `%{${strange}}` } }
    }
    const missing = kind.needs?.find((name) => !variablesIn(body).includes(name))
    if (missing !== undefined && !errors['body'])
      errors['body'] = { key: 'word_placeholder_missing', params: { piece: `%{${missing}}` } }
    if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
    return { subject, body }
  }
  const log = (
    { actor, platform, session, now, ...context }: CallContext,
    kind: MailKind,
    language: string,
    type_log: string,
  ) => ({
    id_user: actor.id,
    type_log,
    target: MAILS,
    id_target: `${kind.key} ${language}`,
    title: nameOf({ ...context, actor, platform, session, now }, kind),
    platform,
    id_session: session.id,
    date: now(),
  })
  const calls = [
    serveCall(mailsCall, async (context) => {
      const changed = await changedIn(context.db)
      const language = spoken(undefined, context.actor.language)
      const items = await Promise.all(
        kinds.map(async (kind) => ({
          id: kind.key,
          name: nameOf(context, kind),
          subject: (await mailTemplate(context.db, words, kind, language)).subject,
          changed: [...(changed.get(kind.key) ?? [])],
        })),
      )
      return { items, total: items.length }
    }),
    serveCall(mailFormCall, async (context, { id, language }) => {
      const kind = kindOf(id)
      const speaks = spoken(language, context.actor.language)
      const original = originalMail(words, kind, speaks)
      const changed = (await changedIn(context.db)).get(id) ?? []
      return {
        item: {
          id,
          name: nameOf(context, kind),
          language: speaks,
          ...(await mailTemplate(context.db, words, kind, speaks)),
          original_subject: original.subject,
          original_body: original.body,
          changed: changed.includes(speaks),
          about: aboutOf(context, kind),
          vars: Object.keys(kind.vars).map((key) => ({
            key,
            name: context.say(`mails.vars.${key}`),
            required: kind.needs?.includes(key) === true,
          })),
        },
        languages: words.languages.map((one) => ({
          id: one,
          name: words.say(one, 'language.name'),
          changed: changed.includes(one),
        })),
      }
    }),
    serveCall(saveMailCall, async (context, { id, language, subject, body }) => {
      const kind = kindOf(id)
      const speaks = spoken(language, context.actor.language)
      const template = readTemplate(kind, { subject, body })
      const date = context.now().toISOString()
      await context.transaction(async (tx) => {
        await engineTables(tx).deleteFrom('mail_texts').where('mail', '=', id).where('language', '=', speaks).execute()
        await engineTables(tx)
          .insertInto('mail_texts')
          .values({ mail: id, language: speaks, ...template, date_created: date, date_updated: date })
          .execute()
        await writeLog(tx, log(context, kind, speaks, 'edit'))
      })
      return { msg: context.say('messages.saved') }
    }),
    serveCall(restoreMailCall, async (context, { id, language }) => {
      const kind = kindOf(id)
      const speaks = spoken(language, context.actor.language)
      await context.transaction(async (tx) => {
        const gone = await engineTables(tx)
          .deleteFrom('mail_texts')
          .where('mail', '=', id)
          .where('language', '=', speaks)
          .returning('id')
          .executeTakeFirst()
        if (gone) await writeLog(tx, log(context, kind, speaks, 'mail_restored'))
      })
      return { msg: context.say('mails.restored') }
    }),
    serveCall(previewMailCall, async (context, { id, subject, body, id_record = null }) => {
      const { db, actor } = context
      const kind = kindOf(id)
      const person = await engineTables(db)
        .selectFrom('users')
        .select(['name', 'surname', 'email'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow()
      const name = [person['name'], person['surname']].filter(Boolean).join(' ')
      const example = Object.fromEntries(
        Object.entries(kind.vars).map(([key, value]) => [key, value === MAIL_PERSON ? name : value]),
      )
      const found = kind.about && aboutOf(context, kind) ? await kind.about.example(context, id_record) : null
      if (id_record !== null && !found) throw new AppError('VALIDATION', { errors: { id_record: { key: 'ref' } } })
      const mail = filledMail(readTemplate(kind, { subject, body }), { ...example, ...found?.values })
      return {
        id_record: found?.id ?? null,
        title: found?.title ?? '',
        recipient: String(person['email'] ?? ''),
        subject: mail.subject,
        html: linkedHtml(mail.html),
        text: mail.body,
      }
    }),
  ]
  // What everybody gets by mail is the house's to write.
  return calls.map((call: ServerCall) => ({
    ...call,
    handle: (context, input) => {
      if (!context.actor.operator && !context.actor.root) throw new AppError('FORBIDDEN')
      return call.handle(context, input)
    },
  }))
}
