import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** The booking widget: the dialog that makes the code to embed it. */
export const widgets: ClientFeature = {
  name: 'widgets',
  dialogs: { 'widget-generator': lazy(() => import('./generator/GeneratorDialog')) },
}
