import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { RecordContextProvider, useEvent, useGetOne, useTranslate, type RaRecord } from 'react-admin'
import { useEffect, useState } from 'react'
import { FailedNotice } from '../../console/FailedNotice'
import { captionOf, statusOf } from '../../provider/failure'
import { useVisit } from '../../console/visited'
import { VerbsProvider } from '../actions/verbs'
import type { TabDialog } from '../../provider/paths'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import { useHeldKeys } from '../../../ui/keys'
import { usePageTitle } from '../../../ui/show/page-title'
import type { JsonObject } from '../../../model/json'
import { DetailHeader } from './DetailHeader'
import { DetailTabs } from './DetailTabs'
import { LostRecord } from './LostRecord'
import type { Pane } from './pane'

/** The page of one record: its facts, related records and activity. @param pane it stands beside the list */
export default function DetailPage({
  id,
  tab,
  over,
  pane,
}: {
  id: string
  tab: string | null
  over?: TabDialog
  pane?: Pane
}) {
  const translate = useTranslate()
  const { resource, title, headingOf } = useScope()
  const screen = useScreen()
  const { data, error, isFetching, refetch } = useGetOne<RaRecord, Error>(resource.name, { id }, { retry: false })
  const record = data as JsonObject | undefined
  const held = useHeldKeys()
  const [isLost, setLost] = useState(false)
  const onLost = useEvent(() => setLost(true))
  const isThere = record !== undefined || error !== null
  useEffect(() => {
    if (isThere && over?.at !== 'form') held.arrive()
  }, [isThere, over?.at, held])
  usePageTitle(record ? `${headingOf(record)} · ${title}` : title)
  useVisit(resource.name, record ? id : null, record ? headingOf(record) : '')
  const toList = !pane && (
    <Button variant="outlined" color="inherit" onClick={() => screen.go(resource.route)}>
      {translate('detail.back', { name: title })}
    </Button>
  )
  // A record that was shown and then removed counts as not found too.
  if (isLost || (error && statusOf(error) === 404))
    return (
      <LostRecord
        page={!pane}
        id={id}
        caption={error ? captionOf(error) : undefined}
        action={toList}
        {...(pane?.over && { onClose: pane.onGone })}
      />
    )
  if (error && !record) {
    return (
      <FailedNotice
        title={translate('detail.error')}
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!record) return <Waiting />
  return (
    <RecordContextProvider value={record}>
      <VerbsProvider>
        <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
          <DetailHeader record={record} pane={pane} onLost={onLost} />
          <DetailTabs record={record} tab={tab} over={over} pane={pane} />
        </Box>
      </VerbsProvider>
    </RecordContextProvider>
  )
}

const Waiting = () => (
  <Stack spacing={1.5} sx={{ p: 2 }} aria-busy>
    <Skeleton width={120} />
    <Skeleton width={260} height={32} />
    <Skeleton variant="rounded" height={260} />
  </Stack>
)
