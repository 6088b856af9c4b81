import { lazy } from 'react'

/**
 * Dialogs of the generated screens for screens of a feature, loaded when the first one opens; they need a `Suspense`.
 */
export const FormDialog = lazy(() => import('./resource/form/FormDialog'))
export const NewRecordDialog = lazy(() => import('./resource/form/NewRecordDialog'))
export const ImportDialog = lazy(() => import('./resource/import/ImportDialog'))
export const FeatureDialog = lazy(() => import('./resource/actions/FeatureDialog'))
