import type { Field, RepresentPart } from './field'
import type { Flow } from './flow'
import type { PostRule } from './posts/posts'
import type { Rollup } from './rollup'
import type { Rule } from './rules/rule'

/** One table: what a `schemas/<name>.json` (or `src/system/<name>.json`) says, with its traits expanded. */
export interface Entity {
  readonly name: string
  readonly title: string
  /** In declaration order; the engine's own (`id`, `version`, `date_*`, traits) come last, but `id` first. */
  readonly fields: { readonly [name: string]: Field }
  readonly traits: readonly Trait[]
  /** Pieces of the text that represents a record: literals and field names, from `x-represent`. */
  readonly represent: readonly RepresentPart[]
  /** What the activity calls a row without a name, references by the names of their records, from `x-titled`. */
  readonly titled?: readonly RepresentPart[]
  readonly checks: readonly Check[]
  readonly unique: readonly (readonly string[])[]
  /** As `unique`, but only among the rows for which a rule over their own columns holds. */
  readonly uniqueWhen?: readonly UniqueWhen[]
  readonly scope: Scope
  readonly flow?: Flow
  /** Counts and sums kept beside its rows, the first that fits first. */
  readonly rollups?: readonly Rollup[]
  /** What its records enter into the books. */
  readonly posts?: readonly PostRule[]
  readonly size: 'small' | 'large'
  /** True: two of its records are never led together. */
  readonly apart?: true
  /** Nor do its records follow a merge of what they refer to: what is written stays as it was written. */
  readonly stays?: true
  /** Administrators may define further fields, kept together in one column. */
  readonly dynamic?: true
  /**
   * Every field of its single record is a setting of the same name (`setting.x` in rules, `runtime.settings()` on the
   * server).
   */
  readonly settings?: true
  /**
   * Present: the id is a text that people choose (`x-key`, a language's two letters), not a number from the database.
   */
  readonly key?: { readonly maxLength: number; readonly pattern?: string }
  /** True: its records live in another service (`rest`); it has no table here. */
  readonly remote?: true
}

/**
 * The column, or path up to two references away, by which a row belongs to a scope of the application; `user` is one
 * person, who belongs to none of the others. `shared`: rows without a value there (or not divided by it at all) are
 * read in every scope; a list names only some scopes.
 */
export interface Scope {
  readonly shared?: true | readonly string[]
  /**
   * By scopes that read all rows without dividing them: which of these their people also change, all or those whose
   * path leads to them.
   */
  readonly edit?: { readonly [scope: string]: true | string }
  readonly [scope: string]: string | true | readonly string[] | Scope['edit']
}

/** The column or path by which rows belong to a scope; undefined: the entity does not name it. */
export function scopePath(scope: Scope, name: string): string | undefined {
  const path = Object.hasOwn(scope, name) ? scope[name] : undefined
  return typeof path === 'string' ? path : undefined
}

/** Whether everybody bound by a scope reads rows without a value there. */
export const isSharedIn = ({ shared }: Scope, name: string): boolean =>
  shared === true || (shared?.includes(name) ?? false)

/** The scope of a record, from its rows: each path leads through their reference to it. */
export function rowScope({ edit, ...scope }: Scope, link: string): Scope {
  const through = <Path>(path: Path): Path | string =>
    typeof path !== 'string' ? path : path === 'id' ? link : `${link}.${path}`
  const paths = (named: object): object =>
    Object.fromEntries(Object.entries(named).map(([name, path]: [string, unknown]) => [name, through(path)]))
  return { ...paths(scope), ...(edit && { edit: paths(edit) as Scope['edit'] }) }
}

/** What a field that was once called so is called now (`x-was`); any other name as it is. */
export const nowCalled = ({ fields }: Pick<Entity, 'fields'>, name: string): string =>
  Object.hasOwn(fields, name) ? name : (Object.values(fields).find(({ was }) => was.includes(name))?.name ?? name)

/** `tree` brings `id_parent`, a reference to the same entity without circles. */
export type Trait = 'activable' | 'sortable' | 'tree'

export interface UniqueWhen {
  readonly fields: readonly string[]
  readonly when: Rule
}

export interface Check {
  readonly id: string
  readonly assert: Rule
  readonly when?: Rule
  readonly at: string
  /** i18n key of the sentence shown, below `validation.`. */
  readonly say: string
}
