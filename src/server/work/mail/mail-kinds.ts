import type { ServerFeature } from '../../language/feature/feature'
import type { MailKind } from './mail-kind'

/** Stands for the name of who gets a mail. */
export const MAIL_PERSON = 'person'

const ENGINE_MAILS: readonly MailKind[] = [
  {
    key: 'recovery',
    words: 'mail.recovery',
    vars: { name: MAIL_PERSON, link: 'https://console.example.com/password/change/…', minutes: '60' },
    needs: ['link'],
  },
  { key: 'changed', words: 'mail.changed', vars: { name: MAIL_PERSON } },
  { key: 'password_set', words: 'mail.password_set', vars: { name: MAIL_PERSON, by: 'Ana Quispe' } },
  {
    key: 'address_changed',
    words: 'mail.address_changed',
    vars: { name: MAIL_PERSON, by: 'Ana Quispe', address: 'ana@example.com' },
  },
  { key: 'attempts', words: 'mail.attempts', vars: { name: MAIL_PERSON, address: '190.12.80.4' } },
  { key: 'key_made', words: 'mail.key_made', vars: { name: MAIL_PERSON, key: 'ERP', prefix: 'tr_4f2a' } },
  { key: 'factor_on', words: 'mail.factor_on', vars: { name: MAIL_PERSON } },
  { key: 'factor_off', words: 'mail.factor_off', vars: { name: MAIL_PERSON } },
  { key: 'factor_codes', words: 'mail.factor_codes', vars: { name: MAIL_PERSON } },
  { key: 'factor_reset', words: 'mail.factor_reset', vars: { name: MAIL_PERSON, by: 'Ana Quispe' } },
  { key: 'passkey_on', words: 'mail.passkey_on', vars: { name: MAIL_PERSON, passkey: 'iPhone de Ana' } },
  { key: 'passkey_off', words: 'mail.passkey_off', vars: { name: MAIL_PERSON, passkey: 'iPhone de Ana' } },
  { key: 'recovery_code', words: 'mail.recovery_code', vars: { name: MAIL_PERSON, left: '9' } },
  {
    key: 'new_device',
    words: 'mail.new_device',
    vars: { name: MAIL_PERSON, device: 'Chrome · Windows', address: '190.12.80.4' },
  },
  {
    key: 'report',
    words: 'mail.report',
    vars: { name: MAIL_PERSON, report: 'Ventas de la semana', link: 'https://console.example.com/own_reports/1' },
  },
  // What an event tells: its own subject and message stand in it.
  {
    key: 'alert',
    words: 'mail.alert',
    vars: { subject: 'Reserva 1024', message: 'La reserva cambió de estado.' },
    needs: ['message'],
  },
]

/** The mails of the engine and of the features. */
export const mailKinds = (features: readonly ServerFeature[]): readonly MailKind[] => [
  ...ENGINE_MAILS,
  ...features.flatMap(({ mails }) => mails ?? []),
]

/** One of the engine's own. */
export function engineMail(key: string): MailKind {
  const kind = ENGINE_MAILS.find((one) => one.key === key)
  if (!kind) throw new Error(`No mail has the key "${key}".`)
  return kind
}
