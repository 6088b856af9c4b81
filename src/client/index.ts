// Entry point of the engine's browser half, for features: a feature and its screens, the data provider, the generated screens' parts.
//
//   import { useProvider, type PanelProps } from '#engine/client'
//
//   const provider = useProvider()
//   const { spaces } = await provider.call(freeCall, { id })
//
// A screen calls the server only through the provider.

export { useConsole } from './app/console'
export { useProvider, type ConsoleDataProvider } from './app/provider'
export { storage } from './app/storage'
export { randomKey } from './app/random-key'
export { useAsked, type Asked } from './app/use-asked'
export { useCall, type Called } from './app/use-call'
export { liveKey, useInterval_ms, useLive, useLiveCall, type Live } from './app/use-live'
export { mayOpen } from './auth/may-open'
export type { ClientFeature, DialogProps, PanelProps } from './feature'
export type { Conflict } from './form/conflict'
export { LeaveGuard } from './form/leave-guard'
export { ConflictQuestion, RestoredNotice } from './form/notices'
export { changesOf, rebased } from './form/rebase'
export { useClosing } from './form/use-closing'
export { type ChangeDraft, type HeldDraft, useHeldDraft } from './form/use-held-draft'
export { type Saving, useSaving } from './form/use-saving'
export { FeatureDialog, FormDialog, ImportDialog, NewRecordDialog } from './lazy-dialogs'
export { bodyOf, captionOf, codeOf, errorsIn, failureText, sentenceOf, statusOf } from './provider/failure'
export { PublicFailure, publicGet } from './provider/public-get'
export { tableOf } from './resource/children/paste'
export { ExportMenu } from './resource/export/ExportMenu'
export type { RunExport } from './resource/export/use-export'
export { BoundInput } from './resource/form/BoundInput'
export { LoadedForm, useFormHeading } from './resource/form/LoadedForm'
export type { AskToClose } from './resource/form/UnsavedGuard'
export { useFormItem } from './resource/form/form-item'
export { FileDrop } from './resource/import/FileDrop'
export { saveFile } from './resource/list/save-file'
export { recordPath } from './resource/paths'
export { EntityScope, ResourceScope, useScope } from './resource/scope'
export { startClient } from './start'
