import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../model/json'

/** A public page that people keep on their telephones. */
export interface InstalledPage {
  readonly path: string
  /** Built files that the page cannot do without, as paths of this server. */
  readonly shell: readonly string[]
  /** Built pictures with their widths in pixels. */
  readonly icons: readonly { readonly src: string; readonly size: number }[]
}

/** What a browser waits for the line before it shows the page that it kept. */
const PATIENCE_MS = 4000

/** Answers the manifest and the worker of an installable page, below its own address. */
export function servePublicApp(app: FastifyInstance, page: InstalledPage, settings: () => Promise<JsonObject>): void {
  const { icons } = page
  app.get(`${page.path}/app.webmanifest`, async (request, reply) => {
    const path = filledPath(page.path, request.params)
    const { brand } = await settings().catch((): JsonObject => ({}))
    const name = typeof brand === 'string' && brand !== '' ? brand : 'App'
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          id: path,
          name,
          short_name: name.slice(0, 12),
          start_url: path,
          scope: path,
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#1565c0',
          icons: icons.map(({ src, size }) => ({
            src,
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose: 'any maskable',
          })),
        }),
      )
  })
  app.get(`${page.path}/worker.js`, async (request, reply) => {
    const path = filledPath(page.path, request.params)
    return reply
      .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': path })
      .type('text/javascript; charset=utf-8')
      .send(workerOf({ ...page, path }))
  })
}

/**
 * A page's path with what stands in an address for its parts (`/store/:slug`), so that each address is an application
 * of its own.
 */
export const filledPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent((params as { readonly [name: string]: string })[name] ?? ''),
  )

/** What stands in the page's head. */
export const appHead = ({ path, icons }: InstalledPage): readonly string[] => [
  `<link rel="manifest" href="${path}/app.webmanifest" />`,
  '<meta name="theme-color" content="#1565c0" />',
  ...icons.filter(({ size }) => size === 192).map(({ src }) => `<link rel="apple-touch-icon" href="${src}" />`),
]

/**
 * The worker keeps the page and its built files, nothing else: no call, no answer, nothing of a person. Files are named
 * by their content; of the page the newest is asked for, and the kept one shown where the line is cut or slow.
 */
function workerOf({ path, shell }: InstalledPage): string {
  const version = createHash('sha256').update(shell.join()).digest('base64url').slice(0, 12)
  return `const PAGE = ${JSON.stringify(path)}, SHELL = ${JSON.stringify(shell)}, KEPT = ${JSON.stringify(`${path} ${version}`)}
self.addEventListener('install', (event) => event.waitUntil(
  caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...SHELL])).then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(PAGE + ' ') && name !== KEPT).map((name) => caches.delete(name)))).then(() => self.clients.claim())))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(pageFirst(event.request))
  else if (SHELL.includes(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)))
})
async function pageFirst(request) {
  const late = new Promise((_, refuse) => setTimeout(refuse, ${PATIENCE_MS}))
  return Promise.race([fetch(request), late]).catch(async () => (await caches.match(PAGE)) ?? fetch(request))
}
`
}
