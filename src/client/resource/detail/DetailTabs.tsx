import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { LinkBase, useTranslate } from 'react-admin'
import { lazy, Suspense, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Tab as TabSpec } from '../../../model/resource'
import { holds } from '../../../model/rules/holds'
import { useConsole } from '../../console/console'
import { mayOpen, mayUseModule } from '../../session/may-open'
import { recordPath, type TabDialog } from '../../provider/paths'
import { useScope } from '../scope'
import { InfoTab } from './InfoTab'
import { PanelTab } from './PanelTab'
import type { Pane } from './pane'
import { RelatedTab } from './RelatedTab'
import { ScreenTab } from './ScreenTab'
import Paper from '@mui/material/Paper'
import { RecordLog } from '../log/RecordLog'

const PaperTab = lazy(() => import('./PaperTab'))
const CommentsTab = lazy(() => import('../people/CommentsTab'))
const CommentCount = lazy(() => import('../people/CommentCount'))

/** The activity of a record as a tab of its page. */
function LogsTab({ record, lines }: { record: JsonObject; lines?: number }) {
  return (
    <Paper variant="outlined" sx={{ px: 2.5, py: 2 }}>
      <RecordLog record={record} lines={lines} />
    </Paper>
  )
}

/**
 * The tabs of a record that this user may see, each with an address; the first one has the record's own.
 * @param info replaces the facts
 * @param pane it stands beside the list, whose address has the open tab; a feature's screen opens on the record's own
 * page
 */
export function DetailTabs({
  record,
  tab,
  over,
  info,
  pane,
}: {
  record: JsonObject
  tab: string | null
  over?: TabDialog
  info?: ReactNode
  pane?: Pane
}) {
  const translate = useTranslate()
  const { model, actor } = useConsole()
  const { resource, contextOf } = useScope()
  const { pathname, search } = useLocation()
  const context = contextOf(record)
  const tabs = resource.detail.tabs.filter(
    (one) => maySeeTab(model, actor, one) && (one.kind !== 'resource' || !one.when || holds(one.when, context)),
  )
  const isInPlace = (one: TabSpec): boolean => !pane || one.kind !== 'screen'
  const current = tabs.find((one) => keyOf(one) === tab && isInPlace(one)) ?? tabs.find(isInPlace)
  if (!current) return null
  // Behind its own form, which has an address below the record's, the page stays as it is.
  const isOwnAddress = tab === null && pathname === recordPath(resource, String(record['id']))
  if (resource.detail.named && isOwnAddress && !pane)
    return <Navigate to={{ pathname: `${pathname}/${keyOf(current)}`, search }} replace />
  const labelOf = (one: TabSpec): ReactNode => {
    if (one.kind === 'info' || one.kind === 'logs') return translate(`detail.${one.kind}`)
    if (one.kind === 'comments')
      return (
        <Suspense fallback={translate('people.comments')}>
          <CommentCount record={record} />
        </Suspense>
      )
    const otherwise =
      one.title ??
      (one.kind === 'resource'
        ? translate(`resources.${one.resource}.name`, {
            smart_count: 2,
            _: model.resources[one.resource]?.title ?? one.id,
          })
        : one.id)
    return translate(`resources.${resource.name}.tabs.${one.id}`, { _: translate(`tabs.${one.id}`, { _: otherwise }) })
  }
  const id = String(record['id'])
  return (
    <>
      {tabs.length > 1 && (
        <Tabs
          value={keyOf(current)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={translate('detail.sections')}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {tabs.map((one) => (
            <Tab
              key={keyOf(one)}
              value={keyOf(one)}
              label={labelOf(one)}
              id={`tab-${keyOf(one)}`}
              aria-controls={`panel-${keyOf(one)}`}
              {...(pane && isInPlace(one)
                ? { onClick: () => pane.openTab(keyOf(one)) }
                : { component: LinkBase, to: recordPath(resource, id, keyOf(one)), replace: !pane })}
              sx={{ minWidth: 0, px: 1.5 }}
            />
          ))}
        </Tabs>
      )}
      <Box
        role="tabpanel"
        id={`panel-${keyOf(current)}`}
        aria-labelledby={tabs.length > 1 ? `tab-${keyOf(current)}` : undefined}
        sx={{ minWidth: 0 }}
      >
        <TabBody tab={current} record={record} over={keyOf(current) === tab ? over : undefined} info={info} />
      </Box>
    </>
  )
}

function TabBody({
  tab,
  record,
  over,
  info,
}: {
  tab: TabSpec
  record: JsonObject
  over?: TabDialog
  info?: ReactNode
}) {
  switch (tab.kind) {
    case 'info':
      return (
        info ??
        (tab.paper === undefined ? (
          <InfoTab record={record} />
        ) : (
          <Suspense fallback={<Skeleton variant="rounded" height={420} />}>
            <PaperTab paper={tab.paper} record={record} />
          </Suspense>
        ))
      )
    case 'logs':
      return <LogsTab record={record} lines={tab.lines} />
    case 'comments':
      return (
        <Suspense fallback={null}>
          <CommentsTab key={String(record['id'])} record={record} />
        </Suspense>
      )
    case 'resource':
      return <RelatedTab tab={tab} record={record} over={over} />
    case 'panel':
      return <PanelTab name={tab.panel} record={record} />
    case 'screen':
      return <ScreenTab tab={tab} record={record} />
  }
}

/** The part of the address that names a tab. */
const keyOf = (tab: TabSpec): string => ('id' in tab ? tab.id : tab.kind)

const maySeeTab = (model: Model, actor: Actor, tab: TabSpec): boolean =>
  tab.kind === 'screen'
    ? mayUseModule(actor, tab.screen, 'see')
    : tab.kind !== 'resource' || mayOpen(actor, model, tab.resource, 'list')
