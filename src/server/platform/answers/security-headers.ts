import type { FastifyInstance } from 'fastify'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'

// MUI writes its styles at run time, hence 'unsafe-inline' for styles alone.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  // A notification may show a page of the web, in a frame that reaches nothing of the console; a preview, one of our
  // public pages.
  "frame-src 'self' https:",
  "frame-ancestors 'none'",
]

// Vite puts a preamble into the page and talks over a web socket.
const DEVELOPMENT = POLICY.map((line) => {
  if (line.startsWith('script-src')) return "script-src 'self' 'unsafe-inline'"
  return line.startsWith('connect-src') ? "connect-src 'self' ws: wss:" : line
})

// Two years; sent only over TLS, and not for subdomains, which others may run.
const STRICT_TRANSPORT = 'max-age=63072000'

/** What the page may load from elsewhere. */
interface PageSources {
  readonly model: () => Model
  /** Settings of the company. */
  readonly settings: () => Promise<JsonObject>
  /** Settings that are addresses of pictures, or patterns of such (`https://{s}.example.com/{z}/{x}/{y}.png`). */
  readonly imageSettings: readonly string[]
}

interface KnownPolicy {
  readonly model: Model
  readonly settings: JsonObject
  readonly policy: string
}

/**
 * The page may call only this server and the services whose rows the Model's catalogues show (`rest`), and load the
 * pictures that the settings name.
 */
function policyOf(
  { model, settings }: Omit<KnownPolicy, 'policy'>,
  imageSettings: readonly string[],
  development: boolean,
): string {
  const services = Object.values(model.resources).flatMap(({ rest }) =>
    rest === undefined ? [] : [new URL(rest).origin],
  )
  const pictures = imageSettings.flatMap((name) => pictureSource(settings[name] ?? null) ?? [])
  const more: { readonly [directive: string]: ReadonlySet<string> } = {
    'connect-src': new Set(services),
    'img-src': new Set(pictures),
  }
  return (development ? DEVELOPMENT : POLICY)
    .map((line) => [line, ...(more[line.split(' ')[0] ?? ''] ?? [])].join(' '))
    .join('; ')
}

/** The origin of an address; a part that varies (`{s}`) is any name below the rest. Null: none from elsewhere. */
export function pictureSource(address: Json): string | null {
  const [, scheme = '', host = ''] =
    typeof address === 'string'
      ? (/^(https?):\/\/((?:\{\w+\}\.)?[a-z0-9.-]+(?::\d{1,5})?)(?:\/|$)/i.exec(address) ?? [])
      : []
  return host === '' ? null : `${scheme}://${host.replace(/^\{\w+\}\./, '*.')}`.toLowerCase()
}

/**
 * Sets headers on every answer that keep a browser from guessing types, framing the console or running foreign code. No
 * protection against cross-site request forgery is needed: a session is a bearer token in a header, which no browser
 * sends by itself, and no cookie.
 */
export function secureHeaders(
  app: FastifyInstance,
  development: boolean,
  { model, settings, imageSettings }: PageSources,
): void {
  let known: KnownPolicy | null = null
  /** A database that is away changes nothing here. */
  async function policy(): Promise<string> {
    const now = { model: model(), settings: await settings().catch(() => known?.settings ?? {}) }
    if (known?.model !== now.model || known.settings !== now.settings)
      known = { ...now, policy: policyOf(now, imageSettings, development) }
    return known.policy
  }

  app.addHook('onRequest', async (request, reply) => {
    // Answers belong to one user; those that may be cached set their own header.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    reply.headers({
      'content-security-policy': await policy(),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin',
    })
  })
}
