import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { ReactFlowProvider } from '@xyflow/react'
import { useParams } from 'react-router-dom'
import { captionOf, failureText, ResourceScope, statusOf, useCall, useConsole } from '#engine/client'
import { Notice, useSay } from '#engine/ui'
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
    const lost = statusOf(failure) === 404
    return (
      <Notice
        icon={lost ? 'lost' : 'error'}
        title={say(lost ? 'detail.not_found' : 'bots.flow.load_error')}
        text={failureText(failure, say)}
        caption={captionOf(failure)}
        action={
          <Button variant="outlined" color="inherit" loading={busy} onClick={retry}>
            {say('list.retry')}
          </Button>
        }
      />
    )
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
