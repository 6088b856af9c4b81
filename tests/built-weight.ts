import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Built {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = { readonly [source: string]: Built }

const folder = join(import.meta.dirname, '../dist/client')

/** A file that a page fetches, kB after gzip. */
export interface Weighed {
  readonly file: string
  readonly kb: number
}

/** What a page fetches at once for a script of the source: the script with all that it imports, and their styles. */
export function weightOf(script: string): {
  readonly scripts: readonly Weighed[]
  readonly styles: readonly Weighed[]
} {
  // `npm run build` writes it.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const source = Object.keys(manifest).find((one) => one.replace(/^(\.\.\/)+/, '') === script) ?? ''
  const built = [...builtOf(manifest, source)]
  const weighed = (files: Iterable<string>) =>
    [...new Set(files)].map((file) => ({ file, kb: gzipSync(readFileSync(join(folder, file))).length / 1000 }))
  return { scripts: weighed(built.map(({ file }) => file)), styles: weighed(built.flatMap(({ css = [] }) => css)) }
}

/** A built file with all that it imports at once. */
function builtOf(manifest: Manifest, name: string, known = new Set<Built>()): ReadonlySet<Built> {
  const built = manifest[name]
  if (!built || known.has(built)) return known
  known.add(built)
  built.imports?.forEach((imported) => builtOf(manifest, imported, known))
  return known
}

export const sumOf = (files: readonly Weighed[]): number => files.reduce((sum, { kb }) => sum + kb, 0)
