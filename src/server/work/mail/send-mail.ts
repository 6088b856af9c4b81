import type { NodemailerError } from 'nodemailer'
import { linkedHtml } from '../../../model/mail/mail-html'
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
export interface MailFile {
  readonly filename: string
  readonly content: Buffer
}

/** The result of handing a mail to the server. */
export type Sent =
  | { readonly ok: true }
  /**
   * `again`: it may work later. `alone`: the problem is this mail's own; otherwise the server's, which every other mail
   * would have too.
   */
  | { readonly ok: false; readonly reason: string; readonly again: boolean; readonly alone: boolean }

/** What a server says of a mail that it took, for all or some of its recipients. */
interface Taken {
  readonly rejected: readonly (string | { readonly address: string })[]
  readonly rejectedErrors?: readonly unknown[]
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
/**
 * For the whole of a mail, of which a server may take a byte at a time: well before others may claim it, after three
 * minutes.
 */
const MAX_WHOLE_MS = 90_000

/** Hands one mail to the SMTP server. Never throws. @param max_ms for all of it */
export async function sendMail(settings: MailSettings, mail: Mail, max_ms = MAX_WHOLE_MS): Promise<Sent> {
  const { sender, bcc } = settings
  const transport = await transportOf(settings)
  try {
    const { rejected, rejectedErrors = [] }: Taken = await transport.sendMail({
      signal: AbortSignal.timeout(max_ms),
      from: sender,
      to: mail.recipient,
      ...(bcc ? { bcc } : {}),
      subject: mail.subject,
      text: mail.text,
      html: mail.html === undefined ? asHtml(mail.text) : linkedHtml(mail.html),
      messageId: `<${mail.id}@${domainOf(sender)}>`,
      attachments: [...(mail.files ?? [])],
    })
    // The copy may have been taken and the mail itself refused.
    const at = rejected.findIndex((address) => !(bcc ?? '').toLowerCase().includes(addressOf(address).toLowerCase()))
    return at < 0 ? { ok: true } : failureOf(rejectedErrors[at])
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
    host,
    port,
    secure: port === 465,
    // A password is only sent encrypted, except to a server on this very machine.
    ...(auth ? { auth, requireTLS: !isLocal(host) } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    tls: { rejectUnauthorized: !isLocal(host) },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function failureOf(error: unknown): Sent {
  const { name, code = '', responseCode = 0, command, message } = error as Partial<NodemailerError>
  if (name === 'AbortError') return { ok: false, reason: 'Timeout', again: true, alone: false }
  const reason = (message ?? String(error)).slice(0, MAX_REASON)
  // The sender is a setting, unless it is the size announced with it that is refused (552, RFC 1870).
  const ofSender = code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== TOO_LARGE
  const alone = !ofSender && (code === 'EENVELOPE' || code === 'EMESSAGE')
  // A 5xx to the recipient or the message is the server's final answer; one to the log-in or the sender is a setting
  // that can be corrected.
  return { ok: false, reason, again: !(alone && responseCode >= 500), alone }
}

const MAX_REASON = 1000
const TOO_LARGE = 552

const addressOf = (one: string | { readonly address: string }): string => (typeof one === 'string' ? one : one.address)

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)

const domainOf = (sender: string): string => /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'

/** The text as a page: paragraphs and links, without anything that has to be loaded. */
function asHtml(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const linked = escaped.replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`)
  return `<p>${linked.replace(/\n{2,}/g, '</p><p>').replace(/\n/g, '<br>')}</p>`
}
