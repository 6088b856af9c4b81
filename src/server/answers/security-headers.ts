import type { FastifyInstance } from 'fastify'
import type { Model } from '../../model/model'

// MUI writes its styles at run time, hence 'unsafe-inline' for styles alone. Map tiles come from any https server the settings name.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

// Vite puts a preamble into the page and talks over a web socket.
const DEVELOPMENT = POLICY.map((line) => {
  if (line.startsWith('script-src')) return "script-src 'self' 'unsafe-inline'"
  return line.startsWith('connect-src') ? "connect-src 'self' ws: wss:" : line
})

// Two years; sent only over TLS, and not for subdomains, which others may run.
const STRICT_TRANSPORT = 'max-age=63072000'

const policies = new WeakMap<Model, string>()

/** The page may call only this server and the services whose rows the Model's catalogues show (`rest`). */
function policyOf(model: Model, development: boolean): string {
  const known = policies.get(model)
  if (known) return known
  const origins = new Set(Object.values(model.resources).flatMap(({ rest }) => (rest === undefined ? [] : [new URL(rest).origin])))
  const lines = (development ? DEVELOPMENT : POLICY).map((line) => (line.startsWith('connect-src') ? [line, ...origins].join(' ') : line))
  const policy = lines.join('; ')
  policies.set(model, policy)
  return policy
}

/**
 * Sets headers on every answer that keep a browser from guessing types, framing the console or running foreign code. No protection
 * against cross-site request forgery is needed: a session is a bearer token in a header, which no browser sends by itself, and no cookie.
 */
export function secureHeaders(app: FastifyInstance, development: boolean, model: () => Model): void {
  app.addHook('onRequest', async (request, reply) => {
    // Answers belong to one user; those that may be cached set their own header.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    reply.headers({
      'content-security-policy': policyOf(model(), development),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin',
    })
  })
}
