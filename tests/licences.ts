import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run licences` writes docs/licences.md from package-lock.json and the packages that are installed.
const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'docs/licences.md')

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
}
interface Shipped {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** Licences that ask for no more than their text and a name (SPDX). */
const USUAL = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BDS-3-Clause',
  'Apache-2.0',
  'MIT-0',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
  '(MPL-2.0 OR Apache-2.0)',
  'CC-BY-3.0',
  'OFL-1.1',
])

/** What its package does not say in a word, from its LICENSE file. */
const READ: { readonly [name: string]: string } = { '@mapbox/polyline': 'BSD-3-Clause', 'png-js': 'MIT' }

const NOTES: { readonly [name: string]: string } = {
  'react-leaflet':
    'Hippocratic License 2.1: it forbids uses that violate human rights, and is no open-source licence by the OSI. It was asked for by the owner. Only `custom/geo/client` imports it (`tests/house`), so that another binding of Leaflet can take its place.',
  'victory-vendor': 'MIT, with parts of d3 under ISC and BSD-3-Clause, all of them permissive; comes with recharts.',
  '@react-leaflet/core': 'Hippocratic License 2.1; comes with react-leaflet.',
}

/** Every package that is shipped or runs beside it, tools for building and testing aside. */
function shipped(): readonly Shipped[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: { readonly [path: string]: Locked }
  }
  const found = new Map<string, Shipped>()
  for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev) continue
    const name = path.split('node_modules/').at(-1) ?? path
    found.set(`${name} ${version}`, { name, version, licence: license ?? READ[name] ?? written(path) })
  }
  return [...found.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  )
}

function written(path: string): string {
  const file = join(ROOT, path, 'package.json')
  const { license } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown }) : {}
  return typeof license === 'string' ? license : 'unknown'
}

/** The text of docs/licences.md. */
export function licencesText(): string {
  const all = shipped()
  const unusual = all.filter(({ licence }) => !USUAL.has(licence))
  const count = new Map<string, number>()
  for (const { licence } of all) count.set(licence, (count.get(licence) ?? 0) + 1)
  const bySize = [...count].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return [
    '# Licences',
    '',
    'Written by `npm run licences` from `package-lock.json`: what is shipped or runs on a server, without tools for building and testing. The project itself is under the MIT licence.',
    '',
    '## To be looked at',
    '',
    ...unusual.map(
      ({ name, version, licence }) =>
        `- **${name}** ${version}: ${NOTES[name] ?? `${licence}. Nobody has looked at it yet.`}`,
    ),
    '',
    'Data: the list of common passwords is of zxcvbn (MIT), its licence stands in `src/server/language/actor/common-passwords.json`.',
    '',
    '## In numbers',
    '',
    '| licence | packages |',
    '|---|---|',
    ...bySize.map(([licence, n]) => `| ${licence} | ${n} |`),
    '',
    '## Every package',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...all.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, licencesText())
