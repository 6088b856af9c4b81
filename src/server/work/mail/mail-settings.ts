import type { JsonObject } from '../../../model/json'

/** How mails are sent, from the settings `mail_*`. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  readonly sender: string
  readonly bcc: string | null
  /** Present where the server requires a log-in (`mail_auth` '1'). */
  readonly auth: { readonly user: string; readonly pass: string } | null
}

// RFC 6409: the port where programs submit their mails.
const SUBMISSION_PORT = 587

/** Null while no host is set: mails are then kept. `mail_host` may name a port, `smtp.example.com:465`. */
export function mailSettings(settings: JsonObject): MailSettings | null {
  const [host = '', port] = text(settings.mail_host).split(/:(?=\d+$)/)
  if (host === '') return null
  return {
    host,
    port: port === undefined ? SUBMISSION_PORT : Number(port),
    sender: text(settings.mail_sender),
    bcc: text(settings.mail_bcc) || null,
    auth:
      settings.mail_auth === '1' ? { user: text(settings.mail_username), pass: text(settings.mail_password) } : null,
  }
}

const text = (value: JsonObject[string] | undefined): string => (typeof value === 'string' ? value.trim() : '')
