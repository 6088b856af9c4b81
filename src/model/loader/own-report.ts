import type { FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { metaCheck } from '../meta/meta-check'
import type { Model } from '../model'
import { MAX_OWN_BLOCKS, MAX_OWN_COLUMNS, DEFINITION_KEYS, OWN_REPORTS } from '../own-report'
import type { Block, Report, ReportDays } from '../report'
import { USER_FACTS } from '../rights/actor'
import { roleFlags } from '../rights/role-flags'
import { buildBlocks, type ReportRoom } from './build-blocks'
import { reportDays } from './build-reports'
import type { EntityDraft } from './entity-draft'
import { isAdvice, MetadataErrors, type MetadataError } from './metadata-error'
import type { ResourceRoom } from './resource-room'

/** A report as somebody saved it, read by the rules of the files in `resources/reports`. */
export interface ReadReport {
  /** Without the blocks that have mistakes. */
  readonly report: Report
  readonly errors: readonly MetadataError[]
  /** Mistakes by the place of their block. */
  readonly broken: ReadonlyMap<number, readonly MetadataError[]>
}

/** @param model what may be named: of somebody who writes a report, the Model as they know it */
export function readOwnReport(
  model: Model,
  fieldTypes: FieldTypes,
  { name, title, path }: Pick<Report, 'name' | 'title' | 'path'>,
  json: JsonObject,
): ReadReport {
  const list = new MetadataErrors()
  const place = list.at(OWN_REPORTS)
  const foreign = Object.keys(json).find((key) => !DEFINITION_KEYS.includes(key))
  if (foreign !== undefined) place.in(foreign).error('M003', `no keyword "${foreign}" here. Remove it.`)
  const said = Array.isArray(json.blocks) ? json.blocks : []
  if (said.length === 0) place.in('blocks').error('M003', 'needs at least 1 item. Add one.')
  if (said.length > MAX_OWN_BLOCKS) place.in('blocks').error('M003', `has at most ${MAX_OWN_BLOCKS} items.`)
  const daysErrors = new MetadataErrors()
  metaCheck(
    { title: '-', blocks: [{ as: 'text', text: '-' }], ...(json.days !== undefined && { days: json.days }) },
    'report.json',
    daysErrors.at(OWN_REPORTS),
  )
  const wrongDays = daysErrors.errors.filter((error) => !isAdvice(error))
  list.errors.push(...wrongDays)
  const days: ReportDays = wrongDays.length > 0 ? { kind: 'none' } : reportDays(json.days, place.in('days'))
  const room = roomOf(model, fieldTypes)
  const broken = new Map<number, readonly MetadataError[]>()
  const ids = new Set<string>()
  const blocks = said.slice(0, MAX_OWN_BLOCKS).flatMap((block: Json, at): readonly Block[] => {
    const read = readBlock(block, at, days, room)
    const id = read.block?.id
    if (id !== undefined && ids.has(id))
      read.errors.push({
        id: 'M132',
        path: OWN_REPORTS,
        pointer: `/blocks/${at}/id`,
        sentence: `there is a block "${id}" already.`,
      })
    if (id !== undefined) ids.add(id)
    if (read.errors.length > 0) broken.set(at, read.errors)
    return read.block && read.errors.length === 0 ? [read.block] : []
  })
  return {
    report: {
      name,
      title,
      path,
      module: OWN_REPORTS,
      menu: { group: null, icon: 'assessment', order: 0 },
      days,
      options: [],
      filters: [],
      blocks,
    },
    errors: [...list.errors.filter((error) => !isAdvice(error)), ...[...broken.values()].flat()],
    broken,
  }
}

/** Kinds of blocks that files alone have. */
const NOT_COUNTED: readonly string[] = ['rows', 'text', 'favourites', 'visited']

/** Each block for itself: what has gone from one leaves the others as they are. */
function readBlock(
  json: Json,
  at: number,
  days: ReportDays,
  room: ReportRoom,
): { readonly block: Block | null; readonly errors: MetadataError[] } {
  const list = new MetadataErrors()
  const place = list.at(OWN_REPORTS)
  metaCheck({ title: '-', blocks: [json] }, 'report.json', place)
  if (isObject(json)) {
    const { columns, as } = json
    if (json.to !== undefined) place.in('blocks', 0, 'to').error('M138', 'it leads to no other report. Remove "to".')
    if (NOT_COUNTED.includes(String(as)))
      place.in('blocks', 0, 'as').error('M138', "a report of one's own has numbers alone. Choose a chart or a table.")
    if (Array.isArray(columns) && columns.length > MAX_OWN_COLUMNS)
      place.in('blocks', 0, 'columns').error('M003', `has at most ${MAX_OWN_COLUMNS} items.`)
  }
  const isShaped = !list.errors.some((error) => !isAdvice(error))
  const [block = null] = isShaped ? buildBlocks({ blocks: [json] }, days, room, place) : []
  const errors = list.errors
    .filter((error) => !isAdvice(error))
    .map((error) => ({ ...error, pointer: error.pointer.replace(/^\/blocks\/0/, `/blocks/${at}`) }))
  return { block: errors.length > 0 ? null : block, errors }
}

/** The context of reports that are written when there is a whole Model. */
function roomOf({ entities, resources, application }: Model, fieldTypes: FieldTypes): ReportRoom {
  const known = { widgets: [], panels: [], charts: ['map'] }
  const roomOfEntity = (name: string): ResourceRoom | null => {
    const entity = Object.hasOwn(entities, name) ? entities[name] : undefined
    if (!entity) return null
    const draft: EntityDraft = { name, sources: [], hasModule: true, fields: new Map(), checks: [], entity }
    return {
      entity,
      draft,
      rules: { entity, entities, fieldTypes, facts: [...USER_FACTS, ...roleFlags({ entities })], settings: null },
      fieldTypes,
      known,
      hasLetterhead: application.letterhead !== undefined,
    }
  }
  return {
    resources: Object.values(resources),
    lost: new Set(),
    fieldTypes,
    known,
    entityRoom: roomOfEntity,
    catalogueOf(name) {
      const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
      const room = resource && roomOfEntity(resource.entity)
      return resource && room ? { resource, room } : null
    },
  }
}
