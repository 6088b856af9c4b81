import type { Books } from './posts/posts'
import type { Letterhead } from './print/print'

/**
 * Who uses the application, as `schemas/application.json` declares it: kinds of people, and the scopes that divide its
 * rows.
 */
export interface Application {
  readonly kinds: readonly PersonKind[]
  readonly scopes: Scopes
  /** What stands at the head of its papers. */
  readonly letterhead?: Letterhead
  /** Code of the country whose people's telephones are kept as they are dialled there. */
  readonly calling_code?: string
  /** The books that what records enter (`x-posts`) goes into. */
  readonly books?: Books
  /** What forms are about: the values of `forms.target`. */
  readonly forms: readonly FormTarget[]
}

/** For an application that declares nothing. */
export const ALL_STAFF: Application = {
  kinds: [{ value: '1', title: 'Personal', staff: true, viewed: true }],
  scopes: {},
  forms: [{ value: '1', title: 'General' }],
}

/** A kind of people: a value of `type_user`. */
export interface PersonKind {
  readonly value: string
  readonly title: string
  /** They work for the house: no owner restricts them. */
  readonly staff: boolean
  /** Users with full access may view the console as one of them. */
  readonly viewed: boolean
}

/** What a form is about: a kind of record to which it adds fields, or what is answered apart. */
export interface FormTarget {
  readonly value: string
  readonly title: string
  /** Catalogue whose records get the form's fields. */
  readonly adds_to?: string
  /**
   * Entity all of whose records get them: one that takes further fields (`x-dynamic`), where no catalogue stands for
   * all of it.
   */
  readonly entity?: string
}

/** Scopes by name, in the order of their declaration. */
export interface Scopes {
  readonly [name: string]: ScopeDeclaration
}

/** What a scope divides, and how an actor's value of it is found. */
export interface ScopeDeclaration {
  /** Field of `users` that holds it. */
  readonly field: string
  /** Rows that give a user further values; the user has all of them unless one is chosen. */
  readonly list?: { readonly entity: string; readonly user: string; readonly field: string }
  /** Of the scope with a `list`: how people choose one of their values. */
  readonly choose?: ChosenScope
  /** Only these kinds of people have it. */
  readonly kinds?: readonly string[]
  /** True: only staff and root have it. */
  readonly staff?: true
  /** Flag of `roles`: only people with such a role have it; those of them without a value see no rows. */
  readonly role?: string
  /** The owner that it replaces where an entity names both: a particular kind of that owner. */
  readonly as?: string
  /**
   * Absent: it owns rows. Otherwise it divides existing ones: of all entities (one that does not name it is closed), or
   * of those that name it.
   */
  readonly divides?: 'all' | 'named'
  /** Name of the value on the wire. */
  readonly wire: string
  /** Whether rules may name it (`user.<wire>`). */
  readonly fact: boolean
  /** Fields of the record that a person's value names: rules may name them, too (`user.<field>`). */
  readonly facts?: readonly string[]
}

/** How people choose the place that they work in, under the application's names. */
interface ChosenScope {
  /** Name of the call: `POST me/<call> {<field>}`. */
  readonly call: string
  /** Where a browser is told which values somebody has: `user.<offers>` of `verify`. */
  readonly offers: string
}

/** The scope that the engine itself brings: one person, who belongs to none of the others. */
export const PERSON = 'user'

/** Every name that `x-scope` may give a path to. */
export const scopeNames = (scopes: Scopes): readonly string[] => [...Object.keys(scopes), PERSON]

/** Owners and the scopes that replace them: whose a row can be, besides a person's. */
export const ownerNames = (scopes: Scopes): readonly string[] =>
  Object.keys(scopes).filter((name) => scopes[name]?.divides === undefined)

/** The owner that people are said to belong to: the first one. */
export const mainOwner = (scopes: Scopes): string | undefined =>
  ownerNames(scopes).find((name) => scopes[name]?.as === undefined)

/** The scope in which people may have several values and choose one to work in. */
export function chosenScope(scopes: Scopes): { readonly name: string; readonly scope: ScopeDeclaration } | null {
  const [found] = Object.entries(scopes).filter(([, scope]) => scope.list !== undefined)
  return found ? { name: found[0], scope: found[1] } : null
}

/** Whether rows of an entity say where people work: rights, as their role is. */
export const givesPlaces = ({ scopes }: Application, entity: string): boolean =>
  chosenScope(scopes)?.scope.list?.entity === entity

export const isStaffKind = ({ kinds }: Application, value: unknown): boolean =>
  kinds.some((kind) => kind.staff && kind.value === value)

/** The kind of the first accounts; its menu is used by all kinds without a menu of their own. */
export const mainKind = ({ kinds }: Application): string => kinds.find(({ staff }) => staff)?.value ?? ''
