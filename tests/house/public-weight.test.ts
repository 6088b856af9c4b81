import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { APPLICATION } from '../application'

// What a visitor of a public page fetches before it can draw itself, kB of JavaScript after gzip: they are on a telephone, once, and have nothing kept.
const LIMIT_KB = 8
// The widget is a wizard of nine steps.
const OWN_LIMITS_KB: { readonly [path: string]: number } = { '/widget/:id': 20, '/tracking/:tk': 9, '/rides': 8 }

interface Built { readonly file: string; readonly imports?: readonly string[] }

const folder = join(import.meta.dirname, '../../dist/client')
// `npm run build` writes it; a run of all tests builds first.
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as { readonly [source: string]: Built }

/** A built file with all that it imports at once. */
function filesOf(name: string, known = new Set<string>()): ReadonlySet<string> {
  const built = manifest[name]
  if (!built || known.has(built.file)) return known
  known.add(built.file)
  built.imports?.forEach((imported) => filesOf(imported, known))
  return known
}

const sourceOf = (script: string): string => Object.keys(manifest).find((source) => source.replace(/^(\.\.\/)+/, '') === script) ?? ''
const weightOf = (file: string): number => gzipSync(readFileSync(join(folder, file))).length / 1000

test.each(APPLICATION.flatMap(({ publicPages = [] }) => publicPages))('the public page $path loads nothing of the console', ({ path, script }) => {
  const files = [...filesOf(sourceOf(script))].map((file) => ({ file, kb: weightOf(file) }))
  expect(files.length, `${script} is built`).toBeGreaterThan(0)
  const total_kb = files.reduce((sum, { kb }) => sum + kb, 0)
  expect(total_kb, files.map(({ file, kb }) => `${file} ${kb.toFixed(1)}`).join(', ')).toBeLessThan(OWN_LIMITS_KB[path] ?? LIMIT_KB)
})
