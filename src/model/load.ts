import { USER_FACTS } from './rights/actor'
import { flagsAmong } from './rights/role-flags'
import type { Scopes } from './application'
import type { FieldTypes } from './field-type'
import { isObject, type JsonObject } from './json'
import { checkApplication, checkLetterhead, checkScopeNames } from './loader/build-application'
import { checkTables } from './loader/check-tables'
import { linkFlows } from './loader/build-flow'
import { checkBooks, linkPosts } from './loader/build-posts'
import { linkSeries } from './loader/build-series'
import { buildEntities, finishedEntity } from './loader/build-entities'
import { linkTags } from './loader/build-people'
import { buildReports } from './loader/build-reports'
import { buildResources, lookupResource, type ResourceDraft } from './loader/build-resources'
import type { EntityDraft } from './loader/entity-draft'
import { checkKinds } from './loader/entity-kinds'
import { checkSettings, settingNames } from './loader/entity-settings'
import { MetadataErrors, type MetadataError, type ErrorPlace } from './loader/metadata-error'
import { freeze } from './loader/freeze'
import { linkReferences, linkRules } from './loader/link-entities'
import { linkAnyReferences } from './loader/link-any-references'
import { checkFormTargets, linkAnswers } from './loader/link-forms'
import { linkParts } from './loader/link-parts'
import { checkFormulaOrder, linkFormulas, lockFormulas } from './loader/link-formulas'
import { linkRollups } from './loader/build-rollups'
import { linkRelationRules, linkRelations } from './loader/link-relations'
import { linkRowScopes } from './loader/link-row-scopes'
import { checkCellLookups, checkDuplicates, checkTabs, linkLookups } from './loader/link-resources'
import { readFiles, type ReadSource, type SourceFile } from './loader/read-files'
import { checkSingletons } from './loader/resource-kinds'
import type { Known, ResourceRoom } from './loader/resource-room'
import type { Entity } from './entity'
import type { Model } from './model'
import { excuse } from './rules/parse-rule'
import type { Resource } from './resource'
import { didYouMean } from './values/did-you-mean'

export { errorText, isAdvice, type MetadataError } from './loader/metadata-error'
export type { SourceFile } from './loader/read-files'
export type { Known } from './loader/resource-room'

/**
 * Reads metadata into the one frozen, JSON-serialisable Model, every default filled in, and reports every mistake it
 * finds.
 * @param files `schemas/x.json`, `schemas/application.json`, `resources/x.json` and `resources/reports/x.json` of the
 * application, `system/x.json` of the engine
 * @param known names of widgets, panels, dialogs and screens that features supply
 * @returns errors in the order of the files; a model with errors must not be used
 */
export function loadModel(
  files: readonly SourceFile[],
  fieldTypes: FieldTypes,
  known: Known,
): { readonly model: Model; readonly errors: readonly MetadataError[] } {
  const list = new MetadataErrors()
  const { application, declared, sources } = readFiles(files, list)
  const { drafts, broken } = buildEntities(sources, fieldTypes)
  linkTags(drafts, sources, application.scopes)
  linkReferences(drafts, broken, fieldTypes)
  linkAnyReferences(drafts, sources, broken)
  linkAnswers(drafts)
  linkRelations(drafts, broken, fieldTypes)
  linkRowScopes(drafts)
  lockFormulas(drafts)
  checkKinds(drafts, fieldTypes)
  checkSettings(drafts)
  checkTables(drafts, known.tables)
  if (declared) checkApplication(application, declared, { drafts, broken, fieldTypes })
  if (declared || !files.some(({ path }) => path === 'schemas/application.json'))
    checkScopeNames(drafts, application.scopes)
  const excused = { entities: broken, fields: doubtful(drafts) }
  const rules = {
    fieldTypes,
    facts: factsOf(drafts, fieldTypes, known, application.scopes),
    settings: known.settings ? [...known.settings, ...settingNames(drafts)] : null,
    excused,
  }
  if (declared) checkLetterhead(application, rules.settings, declared)
  linkRules(drafts, entitiesOf(drafts), rules, application.scopes)
  linkParts(drafts)
  linkRelationRules(drafts, entitiesOf(drafts), rules)
  linkSeries(drafts)
  linkFlows(drafts, entitiesOf(drafts), rules)
  linkFormulas(drafts, entitiesOf(drafts), rules)
  checkFormulaOrder(drafts, entitiesOf(drafts))
  linkRollups(drafts, fieldTypes)
  if (declared) checkBooks(application, drafts, broken, declared)
  linkPosts(drafts, entitiesOf(drafts), application, rules, known.books)

  const entities = entitiesOf(drafts)
  const rooms = new Map<string, ResourceRoom>()
  for (const [name, draft] of drafts) {
    const entity = entities[name]
    if (entity)
      rooms.set(name, {
        entity,
        draft,
        rules: { ...rules, entity, entities },
        fieldTypes,
        known,
        hasLetterhead: application.letterhead !== undefined,
      })
  }
  const roomOf = (name: string): ResourceRoom | null => rooms.get(name) ?? null
  const resources = buildResources(sources, drafts, broken, roomOf)
  const lost = lostResources(sources, resources, broken)
  linkLookups(drafts, resources, lost, (entity) =>
    lookupResource(entity, new Set(resources.map(({ resource }) => resource.name)), roomOf),
  )
  checkSeeModules(
    drafts,
    new Set([...resources.flatMap(({ resource }) => resource.module ?? []), ...(known.screens ?? [])]),
  )
  checkDuplicates(resources)
  checkSingletons(resources)
  checkTabs(resources, entities, lost)
  checkCellLookups(resources, entities, lost)
  if (declared)
    checkFormTargets(
      application,
      declared,
      drafts,
      new Map(resources.map(({ resource }) => [resource.name, resource])),
      lost,
    )
  const all = resources.map(({ resource }) => resource)
  const menus = sources.flatMap(({ kind, json, place }) =>
    (kind === 'resources' || kind === 'reports') && json && isObject(json.menu) ? [{ menu: json.menu, place }] : [],
  )
  checkMenus(menus, flagsAmong(Object.values(entities.roles?.fields ?? {})))
  const catalogueOf = (name: string) => {
    const resource = all.find((one) => one.name === name)
    const room = resource && roomOf(resource.entity)
    return resource && room ? { resource, room } : null
  }
  const reports = buildReports(
    sources,
    { resources: all, catalogueOf, entityRoom: roomOf, lost, fieldTypes, known },
    rules,
  )
  return {
    model: freeze({
      entities: entitiesOf(drafts),
      resources: resourcesOf(resources),
      reports: Object.fromEntries(reports.map((report) => [report.name, report])),
      application,
    }),
    errors: inOrder(list.errors),
  }
}

/** Reports values that are said to be a module's that does not exist: nobody would see them. M119. */
function checkSeeModules(drafts: ReadonlyMap<string, EntityDraft>, modules: ReadonlySet<string>): void {
  for (const { field, place } of [...drafts.values()].flatMap(({ fields }) => [...fields.values()])) {
    const module = field.schema['x-see-module']
    if (typeof module === 'string' && !modules.has(module))
      place
        ?.in('x-see-module')
        .error('M119', `there is no module "${module}", so nobody would see this value.${didYouMean(module, modules)}`)
  }
}

/** Reports entries of the menu that are for nobody whom the application knows. M143. */
function checkMenus(
  menus: readonly { readonly menu: JsonObject; readonly place: ErrorPlace }[],
  flags: readonly string[],
): void {
  const known = ['staff', ...flags]
  for (const {
    menu: { for: whom },
    place,
  } of menus) {
    if (typeof whom === 'string' && !known.includes(whom))
      place
        .in('menu', 'for')
        .error(
          'M143',
          `"${whom}" is neither "staff" nor a flag of the entity "roles".${didYouMean(whom, known) || ` Known: ${known.join(', ')}.`}`,
        )
  }
}

/**
 * Resources that a file meant to make and could not, and those of entities that do not exist: these errors are reported
 * once, elsewhere.
 */
function lostResources(
  sources: readonly ReadSource[],
  resources: readonly ResourceDraft[],
  broken: ReadonlySet<string>,
): Set<string> {
  const made = new Set(resources.map(({ resource }) => resource.name))
  const files = sources.filter(({ kind, name }) => kind === 'resources' && !made.has(name))
  return new Set([...broken, ...files.map(({ name }) => name)])
}

function doubtful(drafts: ReadonlyMap<string, EntityDraft>): Set<string> {
  const names = [...drafts.values()].flatMap((draft) =>
    [...draft.fields].map(([name, field]) => ({ name, entity: draft.name, field })),
  )
  return new Set(names.filter(({ field }) => field.isDoubtful).map(({ entity, name }) => excuse(entity, name)))
}

/** What rules may name after `user.`: the facts of every session and the fields of the entity `users`. */
function factsOf(
  drafts: ReadonlyMap<string, EntityDraft>,
  fieldTypes: FieldTypes,
  known: Known,
  scopes: Scopes,
): string[] {
  const fields = [...(drafts.get('users')?.fields.values() ?? [])].map(({ field }) => field)
  const own = fields.filter((field) => !field.secret && !fieldTypes[field.type]?.writeOnly).map((field) => field.name)
  const bounds = Object.values(scopes).flatMap(({ wire, fact, facts = [] }) => [...(fact ? [wire] : []), ...facts])
  const flags = flagsAmong([...(drafts.get('roles')?.fields.values() ?? [])].map(({ field }) => field))
  return [...new Set([...USER_FACTS, ...flags, ...bounds, ...own, ...(known.facts ?? [])])]
}

function entitiesOf(drafts: ReadonlyMap<string, EntityDraft>): { readonly [name: string]: Entity } {
  return Object.fromEntries([...drafts].map(([name, draft]) => [name, finishedEntity(draft)]))
}

function resourcesOf(drafts: readonly ResourceDraft[]): { readonly [name: string]: Resource } {
  const sorted = drafts.map(({ resource }) => resource).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries(sorted.map((resource) => [resource.name, resource]))
}

/** By file, then in the order in which they were found. */
function inOrder(errors: readonly MetadataError[]): MetadataError[] {
  return [...errors].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
