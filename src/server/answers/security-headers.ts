import type { FastifyInstance } from 'fastify'

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

/** Puts the headers on every answer that keep a browser from guessing types, framing the console or running foreign code. */
export function secureHeaders(app: FastifyInstance, development: boolean): void {
  const policy = (development ? DEVELOPMENT : POLICY).join('; ')
  app.addHook('onRequest', async (request, reply) => {
    // Answers are somebody's; those that may be kept say so themselves.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin',
    })
  })
}
