import type { JsonObject } from '../json'
import { metaCheck } from '../meta/meta-check'
import { parseJson } from '../meta/parse-json'
import type { FaultList, Place } from './fault'
import { nameFault } from './names'

/** One metadata file as read: `schemas/x.json` (the application's), `system/x.json` (the engine's) or `resources/x.json`. */
export interface SourceFile { readonly path: string; readonly text: string }

export interface Source {
  readonly kind: 'schemas' | 'system' | 'resources'
  readonly name: string
  readonly place: Place
  /** null: the file has another shape than the meta-schema's, so nothing can be built from it. */
  readonly json: JsonObject | null
}

/** Files in the order of their paths, parsed and checked for their shape. */
export function readFiles(files: readonly SourceFile[], list: FaultList): Source[] {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return sorted.flatMap(file => readFile(file, list) ?? [])
}

function readFile(file: SourceFile, list: FaultList): Source | null {
  const place = list.at(file.path)
  const found = /^(schemas|system|resources)\/([^/]+)\.json$/.exec(file.path)
  if (!found) {
    place.fault('M001', 'is no place for metadata. Files stand in schemas/ or resources/ and end in ".json".')
    return null
  }
  const kind = found[1] === 'resources' ? 'resources' : found[1] === 'system' ? 'system' : 'schemas'
  const name = found[2] ?? ''
  const wrongName = nameFault(name, kind === 'resources' ? 'resource' : 'entity')
  if (wrongName) place.fault('M013', wrongName)
  const json = readJson(file.text, kind, place, list)
  return { kind, name, place, json: wrongName ? null : json }
}

function readJson(text: string, kind: Source['kind'], place: Place, list: FaultList): JsonObject | null {
  const read = parseJson(text)
  if ('fault' in read) {
    const { line, column, sentence } = read.fault
    place.fault('M001', `line ${line}, column ${column}: ${sentence}`)
    return null
  }
  const before = list.faults.length
  metaCheck(read.value, kind === 'resources' ? 'resource.json' : 'schema.json', place)
  const hasShape = list.faults.slice(before).every(fault => fault.id !== 'M003')
  return hasShape ? read.value as JsonObject : null
}
