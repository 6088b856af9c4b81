import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly raw: string
  readonly text: string
}

export interface MailServer {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Waits for the nth mail (from 1) to an address. */
  mailTo(address: string, nth?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

export interface MailManners {
  /** Says STARTTLS, with a certificate that nobody has signed. */
  readonly tls?: true
  /** Answers to the sender after that many milliseconds, as if it were asleep. */
  readonly late_ms?: number
  /** Knows no sender but this. */
  readonly sender?: string
}

/** What a server says to a recipient: by what the address begins with. */
const REFUSED: { readonly [begins: string]: readonly [code: number, text: string] } = {
  refused: [550, 'no such mailbox'],
  busy: [451, 'greylisted, come back'],
}

/**
 * A mail server on this machine that keeps what it is given; recipients that begin with `refused` it does not know, to
 * `busy` it takes nothing the first time.
 */
export async function mailServer(
  account?: { readonly user: string; readonly pass: string },
  { tls, late_ms = 0, sender }: MailManners = {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const met = new Set<string>()
  const refusal = (address: string): Error | null => {
    const said = REFUSED[Object.keys(REFUSED).find((begins) => address.startsWith(begins) && !met.has(address)) ?? '']
    if (said?.[0] === 451) met.add(address)
    return said ? Object.assign(new Error(said[1]), { responseCode: said[0] }) : null
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: account === undefined,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onMailFrom: ({ address }, _session, done) =>
      void setTimeout(
        () =>
          done(
            sender === undefined || address === sender
              ? null
              : Object.assign(new Error('sender unknown'), { responseCode: 553 }),
          ),
        late_ms,
      ),
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(new Error('bad credentials')),
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
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
  // Whoever is killed while they speak resets the connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
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
  const [, head = '', body = ''] =
    /Content-Type: text\/plain[^\n]*\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)(?:\r?\n--|$)/.exec(raw) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
