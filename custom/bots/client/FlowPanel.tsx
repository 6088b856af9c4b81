import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useMemo, useState } from 'react'
import { LinkBase } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { FailedNotice, useCall } from '#engine/client'
import type { JsonObject } from '#engine/model'
import { useSay } from '#engine/ui'
import { type Channel, flowCall } from '../model'
import { useProblems } from './editor/use-problems'
import type { FlowAnswer } from './flow/flow-calls'
import { createFlowIds } from './flow/flow-ids'
import { flowOf } from './flow/flow-store'
import { Outline } from './panel/Outline'

/** A bot's flow beside the list of bots: its steps to be read, and the way to their drawing. */
export default function FlowPanel({ record }: { readonly record: JsonObject }) {
  const say = useSay()
  const { answer, failure, busy, retry } = useCall(flowCall, { id: Number(record['id']) })
  if (failure) {
    return <FailedNotice title={say('bots.flow.load_error')} failure={failure} busy={busy} onRetry={retry} />
  }
  return answer ? <Steps answer={answer} /> : <Skeleton variant="rounded" height={320} />
}

function Steps({ answer }: { readonly answer: FlowAnswer }) {
  const say = useSay()
  const navigate = useNavigate()
  const to = `/bots/${answer.item.id}/flow`
  const flow = useMemo(() => flowOf(answer, createFlowIds()), [answer])
  const problems = useProblems(flow, answer.item.trigger_channel as Channel)
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const open = (): void => void navigate(to)
  return (
    <Paper variant="outlined">
      <Button variant="contained" component={LinkBase} to={to} sx={{ m: 2, mb: 0.5 }}>
        {say('bots.flow.draw')}
      </Button>
      <Outline
        flow={flow}
        problems={problems}
        chosen={chosen}
        find=""
        mayEdit={false}
        onChoose={(id) => choose(new Set([id]))}
        onOpen={open}
        onConnect={open}
        onRemove={open}
      />
    </Paper>
  )
}
