import type { ComponentType, LazyExoticComponent } from 'react'
import type { JsonObject } from '../model/json'
import type { Widget } from './ui/field-view'

export interface PanelProps { readonly resource: string; readonly record: JsonObject }

/** The browser half of a bespoke feature: `custom/<feature>/client/index.ts`. Screens are lazily loaded. */
export interface ClientFeature {
  readonly name: string
  readonly routes?: readonly {
    readonly path: string
    /** Module that guards it. */
    readonly module: string
    /** i18n key of the page's title. */
    readonly title: string
    readonly screen: LazyExoticComponent<ComponentType>
  }[]
  readonly widgets?: { readonly [name: string]: Widget }
  readonly panels?: { readonly [name: string]: LazyExoticComponent<ComponentType<PanelProps>> }
}
