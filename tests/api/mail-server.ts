import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail { readonly to: readonly string[]; readonly raw: string; readonly text: string }

export interface MailServer {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Waits for the nth mail (from 1) to an address. */
  mailTo(address: string, nth?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

/** A mail server on this machine that keeps what it is given; recipients that begin with `refused` it does not know. */
export async function mailServer(account?: { readonly user: string; readonly pass: string }): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false, authOptional: account === undefined, disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'], allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass ? done(null, { user: username }) : done(new Error('bad credentials')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw, text: textPart(raw) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port, mails,
    async mailTo(address, nth = 1) {
      for (;;) {
        const mail = mails.filter(({ to }) => to.includes(address))[nth - 1]
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text/plain part, decoded. */
function textPart(raw: string): string {
  const [, head = '', body = ''] = /Content-Type: text\/plain[^\n]*\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)(?:\r?\n--|$)/.exec(raw) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
