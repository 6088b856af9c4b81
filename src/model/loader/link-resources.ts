import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FormCell, FormRow, Resource } from '../resource'
import type { ResourceDraft } from './build-resources'
import { didYouMean } from '../values/did-you-mean'
import type { EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/** Endpoints and routes belong to one resource each; a module may guard several, if a file says so. */
export function checkDuplicates(drafts: readonly ResourceDraft[]): void {
  for (const key of ['endpoint', 'route'] as const) {
    const owners = new Map<string, string>()
    // Names written in a file are reported before names derived from a schema.
    for (const { resource, place } of [...drafts].sort((a, b) => Number(a.place !== null) - Number(b.place !== null))) {
      const value = resource[key]
      const other = owners.get(value)
      if (other)
        place
          ?.in(key)
          .error('M024', `the ${key} "${value}" belongs to the resource "${other}" already. Choose another one.`)
      else owners.set(value, resource.name)
    }
  }
}

/** Tabs must lead to resources whose records refer to this one. */
export function checkTabs(
  drafts: readonly ResourceDraft[],
  entities: { readonly [name: string]: Entity },
  broken: ReadonlySet<string>,
): void {
  const byName = new Map(drafts.map(({ resource }) => [resource.name, resource]))
  for (const { resource, place } of drafts) {
    for (const tab of resource.detail.tabs) {
      if (tab.kind !== 'resource' || !place) continue
      const at = place.in('detail', 'tabs', writtenIndex(resource, tab.id))
      const target = byName.get(tab.resource)
      if (!target) {
        if (!broken.has(tab.resource)) {
          at.in('resource').error('M006', `no resource "${tab.resource}".${didYouMean(tab.resource, byName.keys())}`)
        }
        continue
      }
      const far = entities[target.entity]
      if (far) checkBy(tab.by, far, resource.entity, at.in('by'))
      const columns = target.list.columns.map(({ f }) => f)
      tab.columns?.forEach((f, i) => {
        if (columns.includes(f)) return
        const hint = didYouMean(f, columns)
        at.in('columns', i).error('M002', `the list of "${tab.resource}" has no column "${f}".${hint}`)
      })
    }
  }
}

/** The field of a tab must refer to the entity of the page. */
function checkBy(name: string, target: Entity, entity: string, place: ErrorPlace): void {
  const field = Object.hasOwn(target.fields, name) ? target.fields[name] : undefined
  if (field?.ref?.to === entity && !field.virtual) return
  const references = Object.values(target.fields)
    .filter(({ ref, virtual }) => ref?.to === entity && !virtual)
    .map((other) => other.name)
  const hint = references.length
    ? ` It refers to ${entity} by: ${references.join(', ')}.`
    : ` It refers to ${entity} by no field.`
  if (field) place.error('M006', `"${name}" does not refer to ${entity}.${hint}`)
  else place.error('M002', `no field "${name}" in the entity "${target.name}".${didYouMean(name, references) || hint}`)
}

/**
 * The resource whose list answers the look-up of a reference: `x-via`, or else the entity's own (of its name, whatever
 * its `where`: it answers for all the entity's catalogues that the asker may open, and what is chosen has a page
 * there), or one over all records of the entity.
 */
export function linkLookups(
  entityDrafts: ReadonlyMap<string, EntityDraft>,
  resources: ResourceDraft[],
  broken: ReadonlySet<string>,
  makeLookup: (entity: string) => ResourceDraft | null,
): void {
  const open = new Map<string, string>()
  for (const { resource } of resources) {
    const isOwn = resource.name === resource.entity
    if (isOwn || (!resource.where && !open.has(resource.entity))) open.set(resource.entity, resource.name)
  }
  for (const draft of entityDrafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      if (field.refAny) {
        const targets = field.refAny.targets.map((target) => {
          const name =
            resources.find(({ resource }) => resource.name === target.kind)?.resource.name ??
            open.get(target.to) ??
            addLookup(target.to, resources, makeLookup)
          const found = resources.find(({ resource }) => resource.name === name)?.resource
          return found ? { ...target, resource: found.name, title: found.title } : target
        })
        field.refAny = { ...field.refAny, targets }
      }
      if (!field.ref) continue
      const via = field.schema['x-via']
      if (typeof via === 'string') {
        const found = resources.find(({ resource }) => resource.name === via)?.resource
        const error = viaError(via, found, field, resources, broken)
        if (error) place?.in('x-via').error('M006', error)
        field.ref = { ...field.ref, resource: via }
        checkCreate(field, found, place)
        continue
      }
      const known = open.get(field.ref.to) ?? addLookup(field.ref.to, resources, makeLookup)
      if (known) {
        open.set(field.ref.to, known)
        field.ref = { ...field.ref, resource: known }
        checkCreate(field, resources.find(({ resource }) => resource.name === known)?.resource, place)
      }
    }
  }
}

/** What is created in place is written in the form of a catalogue, which has to be one. */
function checkCreate({ ref }: Field, catalogue: Resource | undefined, place: ErrorPlace | null): void {
  if (
    !ref?.create ||
    !catalogue ||
    !place ||
    (catalogue.module !== null && !catalogue.readOnly && !catalogue.singleton && catalogue.rest === undefined)
  )
    return
  place
    .in('x-create')
    .error(
      'M050',
      `"${ref.to}" has no module in which people write it, so nothing is created there. Remove "x-create", or take "x-module": false out of schemas/${ref.to}.json.`,
    )
}

function addLookup(
  entity: string,
  resources: ResourceDraft[],
  makeLookup: (entity: string) => ResourceDraft | null,
): string | null {
  const made = makeLookup(entity)
  if (made) resources.push(made)
  return made?.resource.name ?? null
}

function viaError(
  via: string,
  found: Resource | undefined,
  field: Field,
  resources: readonly ResourceDraft[],
  broken: ReadonlySet<string>,
): string | null {
  const to = field.ref?.to ?? ''
  const names = resources.filter(({ resource }) => resource.entity === to).map(({ resource }) => resource.name)
  const over = names.length ? ` Over ${to}: ${names.join(', ')}.` : ` No resource stands over ${to}.`
  if (!found) return broken.has(via) ? null : `no resource "${via}".${didYouMean(via, names) || over}`
  return found.entity === to ? null : `the resource "${via}" stands over ${found.entity}, not over ${to}.${over}`
}

/** A cell that chooses from a catalogue of its own (`via`) is a reference to what that catalogue stands over. */
export function checkCellLookups(
  drafts: readonly ResourceDraft[],
  entities: { readonly [name: string]: Entity },
  broken: ReadonlySet<string>,
): void {
  for (const { resource, place } of drafts) {
    for (const { f, via } of cellsOf(resource.form.rows)) {
      const field = entities[resource.entity]?.fields[f]
      if (via === undefined || !field || !place) continue
      const found = drafts.find((one) => one.resource.name === via)?.resource
      const error = field.ref
        ? viaError(via, found, field, drafts, broken)
        : `"${f}" is no reference: nothing is chosen there. Remove "via".`
      if (error) place.in('form').error('M006', error)
    }
  }
}

const cellsOf = (rows: readonly FormRow[]): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : cellsOf(row.rows)))

/** Tabs keep their order, so the place is found by the name. */
function writtenIndex(resource: Resource, id: string): number {
  return resource.detail.tabs.findIndex((tab) => 'id' in tab && tab.id === id)
}
