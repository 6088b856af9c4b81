import type { NodemailerError } from 'nodemailer'
import { linkedHtml } from '../../model/mail/mail-html'
import type { MailSettings } from './mail-settings'

interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** The same with formats, cleaned; absent: the lines of the text. */
  readonly html?: string
  /** Names the mail permanently, so that one sent twice after a crash can be recognised as one. */
  readonly id: string
  readonly files?: readonly MailFile[]
}

/** A file that goes with a mail. */
export interface MailFile { readonly filename: string; readonly content: Buffer }

/** The result of handing a mail to the server. */
export type Sent =
  | { readonly ok: true }
  /** `again`: it may work later. `alone`: the problem is this mail's own; otherwise the server's, which every other mail would have too. */
  | { readonly ok: false; readonly reason: string; readonly again: boolean; readonly alone: boolean }

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Hands one mail to the SMTP server. Never throws. */
export async function sendMail(settings: MailSettings, mail: Mail): Promise<Sent> {
  const { sender, bcc } = settings
  const transport = await transportOf(settings)
  try {
    await transport.sendMail({
      from: sender, to: mail.recipient, ...bcc ? { bcc } : {}, subject: mail.subject, text: mail.text, html: mail.html === undefined ? asHtml(mail.text) : linkedHtml(mail.html),
      messageId: `<${mail.id}@${domainOf(sender)}>`, attachments: [...mail.files ?? []],
    })
    return { ok: true }
  } catch (error) {
    return failureOf(error)
  } finally {
    transport.close()
  }
}

/** Connects and logs in, and sends nothing. @returns why the server refuses; null: it does not */
export async function tryMailServer(settings: MailSettings): Promise<string | null> {
  const transport = await transportOf(settings)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : String(error)
  } finally {
    transport.close()
  }
}

async function transportOf({ host, port, auth }: MailSettings) {
  // Most servers send none for days: it is loaded with the first.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host, port, secure: port === 465,
    // A password is only sent encrypted, except to a server on this very machine.
    ...auth ? { auth, requireTLS: !isLocal(host) } : {},
    connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS,
    tls: { rejectUnauthorized: !isLocal(host) },
    disableFileAccess: true, disableUrlAccess: true,
  })
}

function failureOf(error: unknown): Sent {
  const { code = '', responseCode = 0, message } = error as Partial<NodemailerError>
  const reason = (message ?? String(error)).slice(0, 1000)
  const alone = code === 'EENVELOPE' || code === 'EMESSAGE'
  // A 5xx to the recipient or the message is the server's final answer; one to the log-in is a setting that can be corrected.
  return { ok: false, reason, again: !(alone && responseCode >= 500), alone }
}

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)

const domainOf = (sender: string): string => /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'

/** The text as a page: paragraphs and links, without anything that has to be loaded. */
function asHtml(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const linked = escaped.replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`)
  return `<p>${linked.replace(/\n{2,}/g, '</p><p>').replace(/\n/g, '<br>')}</p>`
}
