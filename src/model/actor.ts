import type { Json } from './json'

/** Who asks: the one object that rights, scope and rules read, on both ends. */
export interface Actor {
  readonly id: number
  readonly root: boolean
  readonly operator: boolean
  readonly corporate: boolean
  readonly language: string
  /** Present: only rows of this company; whoever is no staff of the house and has none meets no company's rows at all. */
  readonly id_company: number | null
  /** Present: a delivery partner's worker, whose company (`id_company`) is this partner. */
  readonly id_partner?: number | null
  /** Present: only rows of these branches. */
  readonly id_branches: readonly number[] | null
  /** Present: an area administrator, who meets only his areas' people; an empty list is nobody's. */
  readonly id_areas?: readonly number[] | null
  /** Module key → rights; a module that is absent is not seen. */
  readonly rights: { readonly [module: string]: { readonly see: boolean; readonly edit: boolean } }
  /** Every fact that a rule may name as `user.x` (includes the flags above). */
  readonly facts: { readonly [fact: string]: Json }
}

/** The facts that every session has; beside them a rule may name any field of the entity `users`, such as `user.type_user`. */
export const USER_FACTS = [
  'id', 'root', 'operator', 'corporate', 'corporate_admin_rea', 'language', 'id_company', 'id_partner', 'id_branches',
] as const
