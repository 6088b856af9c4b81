import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { useNotify } from 'react-admin'
import { useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { handleWarningCall, type Job } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import { lateText, pickUpWords } from './job-words'

const LateDecision = lazy(() => import('../alerts/LateDecision'))

interface Props {
  /** Rides that will be late, the latest first. */
  readonly queue: readonly Job[]
  readonly id: number
  readonly now_ms: number
  readonly onGo: (id: number) => void
  readonly onFindDriver: (id: number) => void
  readonly onDone: (job: Job) => void
  readonly onClose: () => void
}

/** The rides that will be late, one after the other, each with what can be done about it and what that costs. */
export default function DecideLate({ queue, id, now_ms, onGo, onFindDriver, onDone, onClose }: Props) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const at = queue.findIndex((one) => one.id === id)
  const job = queue[at]
  if (!job) return null
  const next = queue[at + 1] ?? (at > 0 ? queue[0] : undefined)
  const decided = async (): Promise<void> => {
    try {
      const { msg } = job.id_warning === null ? {} : await provider.call(handleWarningCall, { id: job.id_warning })
      if (msg) notify(msg, { type: 'info' })
    } catch (cause) {
      return fail(cause)
    }
    onDone(job)
    if (next) onGo(next.id)
    else onClose()
  }
  return (
    <DialogFrame
      title={say('dispatcher.late.title', { id })}
      caption={[job.cl_name, job.dr_name, job.ve_plate].filter(Boolean).join(' · ')}
      width="sm"
      actions={
        <>
          <Box sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>
            {say('dispatcher.late.of', { at: at + 1, of: queue.length })}
          </Box>
          {next && <Button onClick={() => onGo(next.id)}>{say('dispatcher.late.next')}</Button>}
        </>
      }
      onClose={onClose}
    >
      <Box sx={{ px: 2, py: 1.5 }}>
        <Box sx={{ fontSize: 13.5 }}>
          <b>{lateText(job, say)}</b>
          {` · ${pickUpWords(job, now_ms, say)}`}
        </Box>
        <Suspense>
          <LateDecision
            key={id}
            ride={{ ...job, id_service: id }}
            onDecided={() => void decided()}
            onFindDriver={() => onFindDriver(id)}
          />
        </Suspense>
      </Box>
    </DialogFrame>
  )
}
