import type { ComponentType, ExoticComponent, LazyExoticComponent } from 'react'
import type { Json, JsonObject } from '../model/json'
import type { LayoutKind } from '../model/layout'
import type { Chart } from '../model/stat'
import type { Widget } from '../ui/field-view'

/** `record` is empty for a panel that stands over a list. */
export interface PanelProps {
  readonly resource: string
  readonly record: JsonObject
}

export interface DialogProps {
  readonly resource: string
  /** The record it was opened for; null: the list as a whole. */
  readonly record: JsonObject | null
  /** @param changed true: the page reads its rows again */
  readonly onClose: (changed?: boolean) => void
}

/** An area that a list is filtered by, drawn in a dialog. */
export interface AreaFilterProps {
  /** What the filter is called. */
  readonly label: string
  /** The filter's value: `{ area }`, `{ box }` or null. */
  readonly value: Json
  readonly onChange: (value: Json) => void
  readonly onClose: () => void
}

/** The browser half of a bespoke feature: `custom/<feature>/client/index.ts`. Screens are lazily loaded. */
export interface ClientFeature {
  readonly name: string
  readonly routes?: readonly {
    readonly path: string
    /** Module that guards it. */
    readonly module: string
    /**
     * What one needs of the module to open it; absent: to see it. A screen of which nothing is left for readers says so
     * before they work on it.
     */
    readonly right?: 'edit'
    /** i18n key of the page's title. */
    readonly title: string
    readonly screen: LazyExoticComponent<ComponentType>
    /** It has a window of its own: without navigation, toolbar and footer. */
    readonly alone?: true
    /** Fetches the code of its first screen, while the session of a page that begins there is verified. */
    readonly ahead?: () => Promise<unknown>
  }[]
  /**
   * Pages outside the console, by the beginning of their address: with a slash at its end only where more follows. Each
   * draws itself when its module is loaded and does not import the console; the server half names the same module
   * (`publicPages`), so that a browser gets it alone.
   */
  readonly publicPages?: readonly { readonly begins: string; readonly open: () => Promise<unknown> }[]
  /** What stands below the form of the sign-in, for people whom nobody knows yet. */
  readonly signIn?: LazyExoticComponent<ComponentType>
  /**
   * What stands above every page and every dialog, for whoever may see one of the modules. It draws nothing while there
   * is nothing to say, so each page is as it was; what it draws takes its height from the page.
   */
  readonly aboveAll?: readonly {
    readonly modules: readonly string[]
    readonly part: LazyExoticComponent<ComponentType>
  }[]
  readonly widgets?: { readonly [name: string]: Widget }
  readonly panels?: { readonly [name: string]: LazyExoticComponent<ComponentType<PanelProps>> }
  /** Sections of one's profile, with the i18n key of their titles. */
  readonly profile?: readonly { readonly title: string; readonly section: LazyExoticComponent<ComponentType> }[]
  /** What an action opens (`"open"`); each says its own title and closes itself. */
  readonly dialogs?: { readonly [name: string]: LazyExoticComponent<ComponentType<DialogProps>> }
  /**
   * Ways to look at the rows of a list that the engine does not draw itself; each gets the `LayoutProps` of its kind.
   */
  readonly layouts?: { readonly [kind in LayoutKind]?: ExoticComponent<never> }
  /** Charts that the engine does not draw itself; the map gets `MapChartProps`. */
  readonly charts?: { readonly [kind in Chart]?: ExoticComponent<never> }
  /** Filters that the engine does not draw itself: without one, the corners of an area are typed. */
  readonly filters?: { readonly area?: LazyExoticComponent<ComponentType<AreaFilterProps>> }
}
