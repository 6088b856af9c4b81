import type { Application } from './application'
import type { Entity } from './entity'
import type { Resource } from './resource'

/** The whole application as checked, frozen, serialisable data: it is sent to the browser unchanged. */
export interface Model {
  readonly entities: { readonly [name: string]: Entity }
  readonly resources: { readonly [name: string]: Resource }
  readonly application: Application
}
