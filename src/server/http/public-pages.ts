import type { FastifyInstance, FastifyReply } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../model/json'
import type { Db } from '../platform/database/database'
import type { FramedBy, ServerFeature } from '../language/feature/feature'
import { appHead, filledPath, servePublicApp, type InstalledPage } from './public-app'

/** What vite reports of a built file. */
interface Built {
  readonly file: string
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = { readonly [source: string]: Built }

/**
 * Answers the features' public pages, each with a page of its own that loads nothing of the console. If a page's script
 * was not built, the console's page is sent, whose start knows public pages too.
 */
export function servePublicPages(
  app: FastifyInstance,
  folder: string,
  features: readonly ServerFeature[],
  db: Db,
  settings: () => Promise<JsonObject>,
): void {
  const manifest = manifestOf(folder)
  for (const { path, script, framed, installable } of features.flatMap(({ publicPages }) => publicPages ?? [])) {
    const installed = manifest && installable ? installedPage(manifest, path, script, installable.icons) : null
    const page = manifest && pageOf(manifest, script, [iconOf(folder), ...(installed ? appHead(installed) : [])])
    if (page !== null && installed) servePublicApp(app, installed, settings)
    if (page === null) continue
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      if (framed !== undefined)
        mayBeFramed(reply, framed === true ? '*' : await ancestorsOf(framed, db, request.params))
      // Its address may contain something that gives access: it is never cached and never passed on.
      reply.headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
      return reply
        .type('text/html; charset=utf-8')
        .send(installed ? page.replaceAll(path, filledPath(path, request.params)) : page)
    })
  }
}

/** Lifts what keeps these pages from framing this one, and nothing else. */
function mayBeFramed(reply: FastifyReply, ancestors: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.removeHeader('x-frame-options')
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`))
}

/** This console, for a preview, and the sites that the feature names. */
async function ancestorsOf(framed: FramedBy, db: Db, params: unknown): Promise<string> {
  const [part = ''] = Object.values(params as { readonly [name: string]: string })
  return ["'self'", ...(await framed(db, part))].join(' ')
}

function manifestOf(folder: string): Manifest | null {
  const file = join(folder, '.vite', 'manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null
}

/** Vite names sources relative to its root, the folder of the console's page. */
function pageOf(manifest: Manifest, script: string, head: readonly string[]): string | null {
  const own = builtOf(manifest, script)
  if (!own) return null
  const parts = partsOf(manifest, own)
  const styles = [...new Set([own, ...parts].flatMap(({ css }) => css ?? []))]
  return [
    '<!doctype html>',
    '<html lang="es">',
    '<head>',
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />',
    '<meta name="color-scheme" content="light dark" />',
    '<meta name="robots" content="noindex, nofollow" />',
    '<title></title>',
    ...head,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" />`),
    ...parts.map(({ file }) => `<link rel="modulepreload" href="/${file}" />`),
    `<script type="module" src="/${own.file}"></script>`,
    '</head>',
    '<body><div id="root"></div></body>',
    '</html>',
    '',
  ].join('\n')
}

const builtOf = (manifest: Manifest, path: string): Built | undefined =>
  Object.entries(manifest).find(([source]) => source.replace(/^(\.\.\/)+/, '') === path)?.[1]

/**
 * What an installable page keeps: its script and its views, with all that those import at once; not what a view fetches
 * later, as a map.
 */
function installedPage(
  manifest: Manifest,
  path: string,
  script: string,
  icons: { readonly [size: number]: string },
): InstalledPage | null {
  const own = builtOf(manifest, script)
  if (!own) return null
  const entries = [own, ...(own.dynamicImports ?? []).flatMap((name) => manifest[name] ?? [])]
  const files = entries
    .flatMap((entry) => [entry, ...partsOf(manifest, entry)])
    .flatMap(({ file, css = [] }) => [file, ...css])
  return {
    path,
    shell: [...new Set(files)].map((file) => `/${file}`),
    icons: Object.entries(icons).flatMap(([size, icon]) => {
      const built = builtOf(manifest, icon)
      return built ? [{ src: `/${built.file}`, size: Number(size) }] : []
    }),
  }
}

function partsOf(manifest: Manifest, { imports = [] }: Built, known = new Set<Built>()): readonly Built[] {
  for (const name of imports) {
    const part = manifest[name]
    if (!part || known.has(part)) continue
    known.add(part)
    partsOf(manifest, part, known)
  }
  return [...known]
}

const iconOf = (folder: string): string =>
  /<link rel="icon"[^>]*>/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[0] ?? ''
