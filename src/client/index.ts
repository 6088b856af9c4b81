// Entry point of the engine's browser half, for features: a feature and its screens, the data provider, the generated
// screens' parts.
//
//   import { useProvider, type PanelProps } from '#engine/client'
//
//   const provider = useProvider()
//   const { spaces } = await provider.call(freeCall, { id })
//
// A screen calls the server only through the provider.

export { isSoundOn, setSound, soundAlarm, soundEmergency, soundNews, useIsSoundHeld, watchSound } from './console/alarm'
export { useConsole } from './console/console'
export { useProvider, type ConsoleDataProvider } from './console/provider'
export { storage } from './session/storage'
export { randomKey } from './session/random-key'
export { useAsked, type Asked } from './console/use-asked'
export { useCall, type Called } from './console/use-call'
export { liveKey, useInterval_ms, useLive, useLiveCall, type Live } from './console/use-live'
export { useRecordSearch } from './console/use-record-search'
export { usePulse } from './console/use-pulse'
export { mayOpen } from './session/may-open'
export type { AreaFilterProps, ClientFeature, DialogProps, PanelProps } from './feature'
export type { Conflict } from './form/conflict'
export { LeaveGuard } from './form/leave-guard'
export { ConflictQuestion, RestoredNotice } from './form/notices'
export { changesOf, rebased } from './form/rebase'
export { useClosing } from './form/use-closing'
export { type ChangeDraft, type HeldDraft, useHeldDraft } from './form/use-held-draft'
export { type Saving, useSaving } from './form/use-saving'
export { FeatureDialog, FormDialog, ImportDialog, NewRecordDialog } from './lazy-dialogs'
export type { FormFieldsProps } from './resource/answers/FormFields'
export { FormFields } from './resource/answers/late-form'
export { AnswersCondition } from './condition/late-condition'
export { attachmentShelf, type AttachmentShelf } from './message/attachment-shelf'
export { AttachButton } from './message/AttachButton'
export { AttachmentList } from './message/AttachmentList'
export { FileLinks, sizeText } from './message/FileLinks'
export { MessageBox, type MessageBoxProps } from './message/MessageBox'
export { restAfter } from './message/rest-after'
export { useAttachments } from './message/use-attachments'
export { bodyOf, captionOf, codeOf, errorsIn, failureText, sentenceOf, statusOf } from './provider/failure'
export { PublicFailure, publicGet } from './provider/public-get'
export {
  element,
  firstAnswer,
  linkBeside,
  pageButton,
  pageLink,
  richText,
  showFailure,
  speak,
} from './provider/public-page'
export { publicPost } from './provider/public-post'
export { tableOf } from './resource/grid/paste'
export { useGridOrder, type GridOrder } from './resource/children/row-order'
export { ExplainButton } from './resource/explain/ExplainButton'
export { ExportMenu } from './resource/export/ExportMenu'
export type { RunExport } from './resource/export/use-export'
export { BoundInput } from './resource/form/BoundInput'
export { LoadedForm, useFormHeading } from './resource/form/LoadedForm'
export type { AskToClose } from './resource/form/UnsavedGuard'
export { useFormItem } from './resource/form/form-item'
export { useCardKeys } from './resource/layouts/card-keys'
export type { LayoutProps } from './resource/layouts/layout-props'
export { type MapChartProps, type HeatView, useHeat } from './resource/stats/map-chart'
export { CHART, CHART_LEGEND, useChartHint } from './resource/stats/chart-look'
export { RowsLink, StatRow, StatTable } from './resource/stats/StatTable'
export { type MapRows, type MapTint, type MapView, useMapRows } from './resource/layouts/map-rows'
export { shownColumns } from './resource/columns'
export { RecordCard, useCardMenu } from './resource/list/RecordCard'
export { RecordLink } from './resource/RecordLink'
export { FileDrop } from './resource/import/FileDrop'
export { ReadingChoice } from './resource/import/ReadingBar'
export { saveFile } from './resource/list/save-file'
export { People } from './resource/presence/People'
export { usePresence } from './resource/presence/use-presence'
export type { PresenceAnswer } from '../model/presence'
export { PLACE_PARAM } from './resource/list/url-params'
export { recordPath } from './provider/paths'
export { EntityScope, ResourceScope, useScope } from './resource/scope'
// Last: a bundle in the order in which the packages come is half a kilobyte smaller.
export { FailedAlert } from './console/FailedAlert'
export { FailedNotice } from './console/FailedNotice'
export { InboxFrame, InboxRows } from './message/InboxFrame'
export { TalkLine } from './message/TalkLine'
export { TalkRow } from './message/TalkRow'
export { startClient } from './start'
