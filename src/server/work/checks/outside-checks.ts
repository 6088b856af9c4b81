import { connect } from 'node:tls'
import { sql } from 'kysely'
import { mailSettings } from '../mail/mail-settings'
import { tryMailServer } from '../mail/send-mail'
import type { CheckOutcome, SelfCheck } from './self-check'
import { DAY_MS } from '../../../model/values/zone-time'

const HTTPS = 443
/** Certificates that renew themselves do so a month before. */
const SOON_DAYS = 21

const mail: SelfCheck = {
  key: 'mail',
  async run({ settings: read, database: { db }, now }): Promise<CheckOutcome> {
    const settings = mailSettings(await read())
    if (!settings) return { state: 'warning', why: 'unset' }
    const refused = await tryMailServer(settings)
    if (refused !== null) return { state: 'failed', why: 'refused', params: { reason: refused } }
    const {
      rows: [row],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from mail_outbox
      where status = '3' and date_created > ${new Date(now().getTime() - DAY_MS)}`.execute(db)
    const n = row?.n ?? 0
    return n > 0 ? { state: 'warning', why: 'failing', params: { n } } : { state: 'ok', why: 'ok' }
  },
}

const certificate: SelfCheck = {
  key: 'certificate',
  async run({ settings, now }, signal): Promise<CheckOutcome> {
    const { url_console } = await settings()
    if (typeof url_console !== 'string' || !URL.canParse(url_console) || new URL(url_console).protocol !== 'https:')
      return { state: 'off', why: 'none' }
    const { hostname, port } = new URL(url_console)
    return certificateOf(hostname, port === '' ? HTTPS : Number(port), now(), signal)
  },
}

/** The certificate that a server shows: expired, soon expired, or not to be trusted. */
function certificateOf(host: string, port: number, now: Date, signal: AbortSignal): Promise<CheckOutcome> {
  return new Promise((resolve) => {
    // It is looked at whatever it is: why a browser would refuse it is what is asked.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate()
      const refused: unknown = socket.authorizationError
      socket.end()
      const days = Math.floor((Date.parse(valid_to) - now.getTime()) / DAY_MS)
      const date = Number.isFinite(days) ? new Date(valid_to).toISOString().slice(0, 10) : '?'
      if (days < 0) resolve({ state: 'failed', why: 'expired', params: { host, date } })
      else if (refused)
        resolve({
          state: 'failed',
          why: 'untrusted',
          params: { host, reason: refused instanceof Error ? refused.message : String(refused) },
        })
      else
        resolve({
          state: days < SOON_DAYS ? 'warning' : 'ok',
          why: days < SOON_DAYS ? 'soon' : 'ok',
          params: { host, days, date },
        })
    })
    const unreached = (reason: string): void => {
      socket.destroy()
      resolve({ state: 'failed', why: 'unreached', params: { host, reason } })
    }
    socket.on('error', (error: NodeJS.ErrnoException) => unreached(error.code ?? error.message))
    signal.addEventListener('abort', () => unreached('timeout'), { once: true })
  })
}

/** What depends on somebody outside. */
export const outsideChecks: readonly SelfCheck[] = [mail, certificate]
