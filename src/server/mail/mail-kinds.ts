import type { CallContext } from '../feature/call'
import type { ServerFeature } from '../feature/feature'

/** A mail that the program sends; its words are `<words>.subject` and `<words>.body` of the texts, its name `mails.names.<key>`. */
export interface MailKind {
  readonly key: string
  readonly words: string
  /** What can be inserted (`mails.vars.<name>` names it), and what a preview has for it; `person` is the name of who gets it. */
  readonly vars: { readonly [name: string]: string }
  /** Without these the mail is of no use. */
  readonly needs?: readonly string[]
  /** Values of a record that the asker sees, for a preview; null: there is none. */
  readonly example?: (context: CallContext) => Promise<{ readonly [name: string]: string | number } | null>
}

/** Stands for the name of who gets a mail. */
export const PERSON = 'person'

const ENGINE_MAILS: readonly MailKind[] = [
  { key: 'recovery', words: 'mail.recovery', vars: { name: PERSON, link: 'https://console.example.com/password/change/…', minutes: '60' }, needs: ['link'] },
  { key: 'changed', words: 'mail.changed', vars: { name: PERSON } },
  { key: 'password_set', words: 'mail.password_set', vars: { name: PERSON, by: 'Ana Quispe' } },
  { key: 'address_changed', words: 'mail.address_changed', vars: { name: PERSON, by: 'Ana Quispe', address: 'ana@example.com' } },
  { key: 'attempts', words: 'mail.attempts', vars: { name: PERSON, address: '190.12.80.4' } },
  { key: 'key_made', words: 'mail.key_made', vars: { name: PERSON, key: 'ERP', prefix: 'tr_4f2a' } },
  { key: 'report', words: 'mail.report', vars: { name: PERSON, report: 'Ventas de la semana', link: 'https://console.example.com/own_reports/1' } },
  // What an event tells: its own subject and message stand in it.
  { key: 'alert', words: 'mail.alert', vars: { subject: 'Reserva 1024', message: 'La reserva cambió de estado.' }, needs: ['message'] },
]

/** The mails of the engine and of the features. */
export const mailKinds = (features: readonly ServerFeature[]): readonly MailKind[] => [...ENGINE_MAILS, ...features.flatMap(({ mails }) => mails ?? [])]

/** One of the engine's own. */
export function engineMail(key: string): MailKind {
  const kind = ENGINE_MAILS.find((one) => one.key === key)
  if (!kind) throw new Error(`There is no mail ${key}.`)
  return kind
}
