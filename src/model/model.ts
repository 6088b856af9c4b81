import type { Application } from './application'
import type { Entity } from './entity'
import type { Report } from './report'
import type { Resource } from './resource'

/** The whole application as checked, frozen, serialisable data: it is sent to the browser unchanged. */
export interface Model {
  readonly entities: { readonly [name: string]: Entity }
  readonly resources: { readonly [name: string]: Resource }
  /** Pages of numbers, by their names. */
  readonly reports: { readonly [name: string]: Report }
  readonly application: Application
}
