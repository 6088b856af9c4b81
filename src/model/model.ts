import type { Application } from './application'
import type { Entity } from './entity'
import type { Resource } from './resource'

/** The whole application as checked, frozen, serialisable data: it travels to the browser as it is. */
export interface Model {
  readonly entities: { readonly [name: string]: Entity }
  readonly resources: { readonly [name: string]: Resource }
  readonly application: Application
}
