import { isObject, type Json, type JsonObject } from '../json'
import { isCounted, type CountedBlock, type Report, type ReportDays, type ReportOption } from '../report'
import type { Resource } from '../resource'
import { measuredFields } from '../stat'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'
import { typeOf } from '../canonical'
import { listOperators } from '../list-operators'
import { buildBlocks, type ReportRoom } from './build-blocks'
import { fitsNumber } from './build-measure'
import { checkIcon } from './check-icon'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import { nameError, pathError } from './names'
import type { ReadSource } from './read-files'

/** As many days up to today as a report shows at first. */
const LAST_DAYS = 30

interface ReportDraft {
  readonly report: Report
  readonly place: ErrorPlace
}

/**
 * The reports of `resources/reports/`, over the catalogues that there are.
 * @param rules what a rule on the user may name
 */
export function buildReports(
  sources: readonly ReadSource[],
  room: ReportRoom,
  rules: Omit<RuleRoom, 'entity' | 'entities'>,
): readonly Report[] {
  const drafts = sources.flatMap(({ kind, name, json, place }) =>
    kind === 'reports' && json ? [{ report: buildReport(name, json, room, rules, place), place }] : [],
  )
  checkPaths(drafts, room)
  checkLinks(drafts)
  return drafts.map(({ report }) => report)
}

function buildReport(
  name: string,
  json: JsonObject,
  room: ReportRoom,
  rules: Omit<RuleRoom, 'entity' | 'entities'>,
  place: ErrorPlace,
): Report {
  const path = pathOf(name, json, place)
  const menu = (json.menu ?? {}) as Partial<Resource['menu']>
  checkIcon(menu.icon, place.in('menu', 'icon'))
  const see = json.see === undefined ? undefined : onUser(json.see, rules, place.in('see'))
  const home = json.home === undefined ? undefined : onUser(json.home, rules, place.in('home'))
  const days = reportDays(json.days, place.in('days'))
  const blocks = buildBlocks(json, days, room, place)
  const counted = blocks.filter(isCounted)
  if (typeof json.module === 'string' && json.module === name && (!home || menu.group !== undefined))
    place.in('module').error('M011', `"${name}" is the default. Remove it.`)
  const isModule = !home || menu.group !== undefined || json.module !== undefined
  return {
    name,
    title: String(json.title),
    path,
    module: !isModule ? null : typeof json.module === 'string' ? json.module : name,
    menu: {
      group: menu.group ?? null,
      icon: menu.icon ?? 'assessment',
      order: menu.order ?? 1000,
      ...(menu.for && { for: menu.for }),
    },
    ...(see && { see }),
    ...(home && { home }),
    days,
    options: optionsOf(json, counted, room, place),
    ...(Array.isArray(json.links) && { links: linksOf(json.links.map(String), room, place.in('links')) }),
    filters: filtersOf(json, counted, room, place),
    blocks,
  }
}

/** The catalogues that its page links to. */
function linksOf(names: readonly string[], { resources }: ReportRoom, place: ErrorPlace): readonly string[] {
  for (const [i, name] of names.entries()) {
    if (!resources.some((one) => one.name === name))
      place.in(i).error(
        'M131',
        `no catalogue "${name}".${didYouMean(
          name,
          resources.map((one) => one.name),
        )}`,
      )
  }
  return names
}

function pathOf(name: string, { path }: JsonObject, place: ErrorPlace): string {
  if (typeof path !== 'string') return name
  if (path === name) place.in('path').error('M011', `"${name}" is the default. Remove it.`)
  const wrong = pathError(path)
  if (wrong) place.in('path').error('M013', wrong)
  return path
}

/** A rule that is decided before there is a record. */
function onUser(json: Json, rules: Omit<RuleRoom, 'entity' | 'entities'>, place: ErrorPlace): Rule {
  const nobody = {
    name: 'user',
    title: '',
    size: 'small',
    represent: [],
    fields: {},
    checks: [],
    unique: [],
    scope: {},
  } as unknown as RuleRoom['entity']
  const asked = isObject(json)
    ? Object.keys(json).find((key) => !['all', 'any', 'not'].includes(key) && !key.startsWith('user.'))
    : undefined
  if (asked !== undefined) {
    place.in(asked).error('M133', 'a report belongs to no record. Ask of the user (`user.operator`) alone.')
    return { all: [] }
  }
  const rule = parseRule(json, { ...rules, entity: nobody, entities: {} }, place)
  if (ruleOperands(rule).some(({ kind }) => kind !== 'user'))
    place.error('M133', 'a report belongs to no record. Ask of the user (`user.operator`) alone.')
  return rule
}

/** What a report asks for. */
export function reportDays(json: Json | undefined, place: ErrorPlace): ReportDays {
  if (json === 'none') return { kind: 'none' }
  const { last, years } = isObject(json) ? json : {}
  if (last !== undefined && years !== undefined)
    place.error('M134', 'a report asks for days or for a year. Remove "last" or "years".')
  if (typeof years === 'number') return { kind: 'year', years }
  return { kind: 'range', last: typeof last === 'number' ? last : LAST_DAYS }
}

/** What a block measures, also in the columns of a table. */
const measured = (block: CountedBlock): readonly string[] => {
  const stats =
    block.kind === 'stat'
      ? [block.stat]
      : block.kind === 'table'
        ? block.columns.flatMap((column) => (column.kind === 'number' ? [column.stat] : []))
        : []
  return stats.flatMap(({ measure }) => ('f' in measure ? [measure.f] : measuredFields(measure)))
}

function optionsOf(
  { options }: JsonObject,
  blocks: readonly CountedBlock[],
  room: ReportRoom,
  place: ErrorPlace,
): readonly ReportOption[] {
  if (!isObject(options)) return []
  return Object.entries(options).flatMap(([id, json]) => {
    const at = place.in('options', id)
    const wrong =
      nameError(id, 'wire') ??
      (OWN_PARAMETERS.has(id) ? `"${id}" is a parameter of every report. Choose another name.` : null)
    if (wrong) at.error('M013', wrong)
    const { title, instead } = isObject(json) ? json : {}
    const fields = isObject(instead) ? Object.entries(instead) : []
    for (const [from, to] of fields) {
      const users = blocks.filter((block) => measured(block).includes(from))
      if (users.length === 0)
        at.in('instead', from).error(
          'M135',
          `no block measures "${from}".${didYouMean(from, new Set(blocks.flatMap(measured)))}`,
        )
      const lacking = users.find(({ of }) => !isNumberOf(of, String(to), room))
      if (lacking)
        at.in('instead', from).error(
          'M135',
          `"${String(to)}" is no number of "${lacking.of}", which the block "${lacking.id}" counts. Name one.`,
        )
    }
    return [{ id, title: String(title), instead: Object.fromEntries(fields.map(([from, to]) => [from, String(to)])) }]
  })
}

/** Parameters of the call of every report. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['date_from', 'date_to', 'year', 'compare', 'blocks'])

function isNumberOf(of: string, name: string, room: ReportRoom): boolean {
  const catalogue = room.catalogueOf(of)
  const field =
    catalogue && Object.hasOwn(catalogue.room.entity.fields, name) ? catalogue.room.entity.fields[name] : undefined
  return catalogue !== null && field !== undefined && fitsNumber(field, typeOf(field, catalogue.room.fieldTypes))
}

function filtersOf(
  { filters }: JsonObject,
  blocks: readonly CountedBlock[],
  room: ReportRoom,
  place: ErrorPlace,
): readonly string[] {
  if (!Array.isArray(filters)) return []
  return filters.map((name: Json, i) => {
    const fields = blocks.flatMap(({ of }) => room.catalogueOf(of)?.room.entity.fields[String(name)] ?? [])
    const asked = fields.filter(
      (field) => !field.secret && !field.virtual && listOperators(typeOf(field, room.fieldTypes)).length > 0,
    )
    if (asked.length === 0)
      place
        .in('filters', i)
        .error('M136', `no block counts a catalogue with a field "${String(name)}" that is filtered by. Remove it.`)
    const [first] = asked
    const other = first && asked.find(({ type, ref }) => type !== first.type || ref?.to !== first.ref?.to)
    if (first && other)
      place
        .in('filters', i)
        .error(
          'M136',
          `"${String(name)}" is ${first.type} of "${first.entity}" and ${other.type} of "${other.entity}", so that no value is meant by both. Remove it.`,
        )
    return String(name)
  })
}

/** What a block leads to is there. */
function checkLinks(drafts: readonly ReportDraft[]): void {
  const names = new Set(drafts.map(({ report }) => report.name))
  for (const {
    report: { blocks },
    place,
  } of drafts) {
    for (const [at, block] of blocks.entries()) {
      if (isCounted(block) && block.to !== undefined && !names.has(block.to))
        place.in('blocks', at, 'to').error('M138', `no report "${block.to}".${didYouMean(block.to, names)}`)
    }
  }
}

/** Pages and calls are found by their paths. */
function checkPaths(drafts: readonly ReportDraft[], { resources, known }: ReportRoom): void {
  const owners = new Map<string, string>(
    resources.flatMap(
      ({ name, endpoint, route }) =>
        [
          [endpoint, `the resource "${name}"`],
          [route.slice(1), `the resource "${name}"`],
        ] as const,
    ),
  )
  for (const screen of known.screens ?? []) owners.set(screen, `the screen "${screen}"`)
  for (const { report, place } of drafts) {
    const other = owners.get(report.path)
    if (other)
      place
        .in('path')
        .error('M130', `the path "${report.path}" belongs to ${other} already. Choose another one in "path".`)
    else owners.set(report.path, `the report "${report.name}"`)
    const module = resources.find(({ name }) => report.module === report.name && name === report.name)
    if (module && !other)
      place.error('M130', `the catalogue "${module.name}" is a module of that name already. Call the file otherwise.`)
  }
}
