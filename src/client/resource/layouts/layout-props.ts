import type { Layout, LayoutKind } from '../../../model/layout'
import type { ColumnChoice } from '../list/preferences'

/** Props of every layout: its description in the metadata, and the user's choice of columns. */
export interface LayoutProps<Kind extends LayoutKind = LayoutKind> {
  readonly layout: Extract<Layout, { readonly kind: Kind }>
  readonly choice: ColumnChoice
  /** The list is part of another page: it has no address of its own. */
  readonly embedded: boolean
}
