import { lazy, type ComponentType } from 'react'
import type { LayoutKind } from '../../../model/layout'
import type { LayoutProps } from './layout-props'

export type { LayoutProps } from './layout-props'

type Registry = { readonly [Kind in Exclude<LayoutKind, 'table'>]?: ComponentType<LayoutProps<Kind>> }

/** Each is loaded when it is first shown. */
export const LAYOUTS: Registry = {
  board: lazy(() => import('./board/BoardLayout')),
  inline: lazy(() => import('./inline/InlineLayout')),
  calendar: lazy(() => import('./calendar/CalendarLayout')),
  cards: lazy(() => import('./CardsLayout')),
  'two-pane': lazy(() => import('./two-pane/TwoPaneLayout')),
}
