import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { ReactFlowProvider } from '@xyflow/react'
import { useParams } from 'react-router-dom'
import { FailedNotice, ResourceScope, useCall, useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { flowCall } from '../model'
import { FlowEditor } from './editor/FlowEditor'

/** Screen `/bots/:id/flow`: the steps of a bot as a drawing. */
export default function FlowScreen() {
  const say = useSay()
  const id = Number(useParams()['id'])
  const { model } = useConsole()
  const { answer, failure, busy, retry } = useCall(flowCall, { id })
  const resource = model.resources['bots']
  if (failure) {
    return <FailedNotice canBeLost title={say('bots.flow.load_error')} failure={failure} busy={busy} onRetry={retry} />
  }
  if (!answer || !resource) {
    return (
      <Stack spacing={1.5} sx={{ p: 2, height: 'var(--page-height)' }} aria-busy>
        <Skeleton width={260} height={32} />
        <Skeleton variant="rounded" sx={{ flex: 1 }} />
      </Stack>
    )
  }
  return (
    <ResourceScope resource={resource}>
      <ReactFlowProvider>
        <FlowEditor key={id} answer={answer} />
      </ReactFlowProvider>
    </ResourceScope>
  )
}
