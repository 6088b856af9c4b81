import type { Application } from '../application'
import type { JsonObject } from '../json'
import { metaCheck, type MetaFile } from '../meta/meta-check'
import { parseJson } from '../meta/parse-json'
import { applicationOf, withDynamicTargets, withHome, withDeclaredKinds } from './build-application'
import type { MetadataErrors, ErrorPlace } from './metadata-error'
import { nameError } from './names'

/**
 * One metadata file as read: `schemas/x.json` (the application's), `schemas/application.json`, `system/x.json` (the
 * engine's), `resources/x.json` or `resources/reports/x.json`.
 */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface ReadSource {
  readonly kind: 'schemas' | 'system' | 'resources' | 'reports'
  readonly name: string
  readonly place: ErrorPlace
  /** null: the file's shape differs from the meta-schema's, so nothing can be built from it. */
  readonly json: JsonObject | null
}

const APPLICATION = 'schemas/application.json'

interface ReadFiles {
  readonly application: Application
  /** Where it was declared; null: nowhere, or in an unusable file. */
  readonly declared: ErrorPlace | null
  readonly sources: readonly ReadSource[]
}

/**
 * Files in the order of their paths, parsed and checked for their shape; the engine's files include what the
 * application declares.
 */
export function readFiles(files: readonly SourceFile[], list: MetadataErrors): ReadFiles {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const file = sorted.find(({ path }) => path === APPLICATION)
  const place = list.at(APPLICATION)
  const json = file ? readJson(file.text, 'application.json', place, list) : null
  const own = sorted
    .filter((one) => one !== file && !one.path.startsWith('system/'))
    .flatMap((one) => readFile(one, null, list) ?? [])
  const application = withDynamicTargets(applicationOf(json), own)
  const sources = [
    ...own,
    ...sorted.filter(({ path }) => path.startsWith('system/')).flatMap((one) => readFile(one, application, list) ?? []),
  ]
  const homed = sources.map((one) =>
    one.json && (one.kind === 'schemas' || one.kind === 'system')
      ? { ...one, json: withHome(one.json, application) }
      : one,
  )
  return { application, declared: json && place, sources: homed }
}

const KINDS: { readonly [folder: string]: ReadSource['kind'] } = {
  schemas: 'schemas',
  system: 'system',
  resources: 'resources',
  'resources/reports': 'reports',
}

function readFile(file: SourceFile, application: Application | null, list: MetadataErrors): ReadSource | null {
  const place = list.at(file.path)
  const found = /^(schemas|system|resources|resources\/reports)\/([^/]+)\.json$/.exec(file.path)
  if (!found) {
    place.error(
      'M001',
      'is no place for metadata. Files stand in schemas/, resources/ or resources/reports/ and end in ".json".',
    )
    return null
  }
  const kind = KINDS[found[1] ?? ''] ?? 'schemas'
  const name = found[2] ?? ''
  const wrongName = nameError(name, kind === 'resources' || kind === 'reports' ? 'resource' : 'entity')
  if (wrongName) place.error('M013', wrongName)
  const json = readJson(
    file.text,
    kind === 'resources' ? 'resource.json' : kind === 'reports' ? 'report.json' : 'schema.json',
    place,
    list,
    kind === 'system' ? application : null,
  )
  return { kind, name, place, json: wrongName ? null : json }
}

function readJson(
  text: string,
  meta: MetaFile,
  place: ErrorPlace,
  list: MetadataErrors,
  application: Application | null = null,
): JsonObject | null {
  const read = parseJson(text)
  if ('error' in read) {
    const { line, column, sentence } = read.error
    place.error('M001', `line ${line}, column ${column}: ${sentence}`)
    return null
  }
  const before = list.errors.length
  const value = application ? withDeclaredKinds(read.value, application) : read.value
  metaCheck(value, meta, place)
  const hasShape = list.errors.slice(before).every((error) => error.id !== 'M003')
  return hasShape ? (value as JsonObject) : null
}
