import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { isWritable, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import { closedIn, type Flow } from '../../src/model/flow'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { isSettable } from '../../src/model/settable'
import { isSame } from '../../src/model/values/same'
import type { ConformanceApp } from './conformance-app'
import { makeRecord } from './valid-record'

/** A record in a locked state, and all that is needed to try its lock. */
export interface LockedRecord {
  readonly at: ConformanceApp
  readonly resource: Resource
  readonly entity: Entity
  readonly flow: Flow
  readonly state: string
  readonly id: Json
  /** Its columns as they are stored. */
  readonly stored: JsonObject
  readonly random: () => number
}

interface Try {
  readonly field: Field
  readonly value: Json
}

/** Whether a field is one that people write into, by itself and whatever else the record has. */
const isOwn = ({ name, children, virtual, see, set }: Field): boolean =>
  name !== 'id' && !children && !virtual && !see && !set

/** Fields that the state closes, each with a value that it has not. */
export function closedFields({ entity, flow, state, stored, random }: LockedRecord): readonly Try[] {
  return Object.values(entity.fields).flatMap((field): readonly Try[] => {
    const type = typeOf(field, fieldTypes)
    if (
      !isWritable(field) ||
      !isOwn(field) ||
      field.ref ||
      field.refAny ||
      type.file ||
      type.writeOnly ||
      !closedIn(flow, field.name).includes(state)
    )
      return []
    // A column of a flag is true or false, its value 1 or 0.
    const has = type.canonical(stored[field.name] ?? null, field)
    for (let tries = 0; tries < 20; tries++) {
      const value = type.sample(field, random)
      if (value !== null && !isSame(value, has) && String(value) !== String(stored[field.name]))
        return [{ field, value }]
    }
    return []
  })
}

/** Each closed field by itself: nobody sets it for chosen records. */
export async function refusesSet(of: LockedRecord, tries: readonly Try[]): Promise<void> {
  const { at, resource, entity, id } = of
  for (const { field, value } of tries) {
    if (!isSettable(entity, field, fieldTypes)) continue
    for (const chosen of [{ id }, { ids: [id] }] as readonly JsonObject[]) {
      const { status, body, text } = await at.post('root', `${resource.endpoint}/set`, {
        ...chosen,
        field: field.name,
        value,
      })
      expect([field.name, status, body.undo], text).toEqual([field.name, 422, undefined])
    }
  }
}

/**
 * A file that names the record and changes all that is closed: each cell says that it may not, and nothing is saved.
 */
export async function refusesImport(of: LockedRecord, tries: readonly Try[]): Promise<void> {
  const {
    at,
    resource: { endpoint },
    id,
  } = of
  const { import: takesFiles } = at.model.resources[of.resource.name] ?? {}
  if (!takesFiles) return
  const { columns } = takesFiles
  const cells = tries.filter(({ field }) => columns.includes(field.name))
  // What a sheet shows badly, and whether it is active, comes from a file only where the import names it.
  const usual = tries.filter(
    ({ field }) => !field.properties && field.name !== 'state' && typeOf(field, fieldTypes).inList !== false,
  )
  expect(cells.map(({ field }) => field.name)).toEqual(expect.arrayContaining(usual.map(({ field }) => field.name)))
  if (cells.length === 0) return
  const row = cells.map(({ field, value }) =>
    typeOf(field, fieldTypes).toText(value, field, { language: 'es', zone: 'UTC', decimal: '.' }),
  )
  const file = [
    ['id', ...cells.map(({ field }) => field.name)],
    [String(id), ...row],
  ]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  const view = await settled(
    at,
    endpoint,
    await at.upload('root', `${endpoint}/importVerify`, new TextEncoder().encode(file), 'locked.csv'),
  )
  const errors = Object.keys(view.items[0]?.errors ?? {})
  expect(errors, JSON.stringify([view.msg, view.items])).toEqual(
    expect.arrayContaining(cells.map(({ field }) => field.name)),
  )
  expect((await at.post('root', `${endpoint}/importSave`, { id: view.id })).status).toBe(422)
}

/**
 * Two are made one: it neither goes, nor takes what is closed of the other, nor are its closed references led
 * elsewhere.
 */
export async function refusesMerge(of: LockedRecord, tries: readonly Try[]): Promise<void> {
  const { at, resource, entity, flow, state, id, stored, random } = of
  const { endpoint } = resource
  const other = await makeRecord(at, resource, random)
  const versions = { version: Number(stored.version), into_version: Number(other.item.version) }
  const isKept = flow.locked[state]?.remove !== true
  if (isKept)
    expect((await at.post('root', `${endpoint}/merge`, { id, into: other.item.id ?? null, ...versions })).status).toBe(
      entity.apart ? 404 : 409,
    )
  for (const { field, value } of tries.filter((one) => isSettable(entity, one.field, fieldTypes))) {
    const input = {
      id: other.item.id ?? null,
      into: id,
      version: versions.into_version,
      into_version: versions.version,
      values: { [field.name]: value },
    }
    const { status, text } = await at.post('root', `${endpoint}/merge`, input)
    expect([field.name, status], text).toEqual([field.name, entity.apart ? 404 : 422])
  }
  for (const field of Object.values(entity.fields)) {
    if (
      !field.ref ||
      field.virtual ||
      !isOwn(field) ||
      !closedIn(flow, field.name).includes(state) ||
      (stored[field.name] ?? null) === null
    )
      continue
    const found = await shownIn(at, field, stored[field.name] ?? null)
    if (!found) continue
    const { target, named } = found
    const into = (await makeRecord(at, target, random)).item
    const input = {
      id: named.id ?? null,
      into: into.id ?? null,
      version: named.version ?? null,
      into_version: into.version ?? null,
    }
    const { status, text } = await at.post('root', `${target.endpoint}/merge`, input)
    expect([field.name, status], text).toEqual([field.name, 409])
  }
}

/** The record that a reference names, and a catalogue that merges such records. */
async function shownIn(
  at: ConformanceApp,
  { ref }: Field,
  id: Json,
): Promise<{ readonly target: Resource; readonly named: JsonObject } | null> {
  for (const target of Object.values(at.model.resources)) {
    if (
      target.entity !== ref?.to ||
      target.module === null ||
      target.readOnly ||
      at.model.entities[target.entity]?.apart
    )
      continue
    const { status, body } = await at.get('root', `${target.endpoint}/${String(id)}`)
    if (status === 200) return { target, named: body.item as JsonObject }
  }
  return null
}

async function settled(
  at: ConformanceApp,
  endpoint: string,
  { status, text, body }: { readonly status: number; readonly text: string; readonly body: JsonObject },
): Promise<ImportView> {
  if (status !== 200) throw new Error(`${status} ${text}`)
  for (let view = body as unknown as ImportView; ; ) {
    if (!isUnderWay(view.state)) return view
    await sleep(20)
    view = (await at.get('root', `${endpoint}/importRows`, { id: view.id })).body as unknown as ImportView
  }
}
