import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** The booking widget: the page that visitors book by, and the dialog that makes the code to embed it. */
export const widgets: ClientFeature = {
  name: 'widgets',
  publicPages: [{ begins: '/widget/', open: () => import('./page/widget-page') }],
  dialogs: { 'widget-generator': lazy(() => import('./generator/GeneratorDialog')) },
}
