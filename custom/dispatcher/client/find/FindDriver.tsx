import { isStaff } from '#app/asker'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole } from '#engine/client'
import { Badge, useSay } from '#engine/ui'
import { RideDeed } from '../../../services/client/public'
import type { Candidate } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import { useOnNews } from '../live/on-news'
import { holderOf, useAskedAssign } from '../drop/use-asked-assign'
import { mayTakeOff } from '../request/may-take-off'
import { RequestProgress } from '../request/RequestProgress'
import { useRequestStatus } from '../request/use-request-status'
import { useRequestVerbs } from '../request/use-request-verbs'
import { watchedServices } from '../request/watched'
import { CandidateRoom, CandidateSearch, FindHint, useCandidates } from './CandidateSearch'
import { HandOver } from './HandOver'

/**
 * Who could take a service, in the order in which they would be asked, and who is near but would not be: each with the
 * reason.
 */
export function FindDriver({ id, onClose }: { id: number; onClose: (changed?: boolean) => void }) {
  const say = useSay()
  const { actor } = useConsole()
  const candidates = useCandidates(id)
  const request = useRequestStatus(id)
  const onNews = useOnNews()
  const [changed, setChanged] = useState(false)
  const verbs = useRequestVerbs(id, request.put, () => {
    request.again()
    candidates.again()
  })
  const [askedAssign, question] = useAskedAssign(verbs)
  const { phase, item } = request.heard?.status ?? {}
  const searching = phase === 'requesting' || phase === 'verifying'
  // A service with a driver gets another one assigned; drivers are not asked.
  const open = phase === 'idle' || phase === 'not_assigned' || phase === 'waiting'
  const may = mayEdit(actor, { module: 'dispatcher' }) && isStaff(actor) && !verbs.busy && phase !== 'over'
  const close = (): void => onClose(changed)

  const ask = async (candidate: Candidate | null): Promise<void> => {
    if (!may || !open) return
    if (!(await verbs.request(candidate?.id ?? null))) return
    setChanged(true)
    watchedServices().watch([id])
  }
  const assign = async (candidate: Candidate): Promise<void> => {
    if (!may) return
    const driver = [candidate.us_name, candidate.us_surname].filter(Boolean).join(' ')
    if (await askedAssign({ id: candidate.id, plate: candidate.plate, driver }, holderOf(item))) onClose(true)
  }
  const takeOff = async (): Promise<void> => {
    if (!(await verbs.takeOff())) return
    setChanged(true)
    watchedServices().watch([id])
  }
  if (item?.state === 'started') return <HandOver item={item} verbs={verbs} may={may} onClose={onClose} />
  return (
    <DialogFrame
      title={
        item?.id_driver
          ? say('dispatcher.find.change_title', { driver: [item.dr_name, item.dr_surname].filter(Boolean).join(' ') })
          : say('dispatcher.find.title')
      }
      caption={
        [item && `#${item.id}`, [item?.cl_name, item?.cl_surname].filter(Boolean).join(' '), item?.org_address]
          .filter(Boolean)
          .join(' · ') || `#${id}`
      }
      corner={
        item && (
          <Badge color={item.state_obj.color} icon={item.state_obj.icon}>
            {item.state_obj.name}
          </Badge>
        )
      }
      tall
      keys={[
        { keys: '/', label: say('dispatcher.search'), run: () => candidates.box.current?.select() },
        { keys: 'b', label: say('dispatcher.find.search'), run: () => void ask(null), active: may && open },
      ]}
      onClose={close}
      actions={
        <>
          {searching && (
            <Button color="inherit" disabled={!may} onClick={() => void verbs.remove()}>
              {say('dispatcher.request.call_back')}
            </Button>
          )}
          {may && mayTakeOff(item) && (
            <Button color="inherit" onClick={() => void takeOff()}>
              {say('dispatcher.request.take_off')}
            </Button>
          )}
          <FindHint text={say('dispatcher.find.keys')} />
          <Button color="inherit" onClick={close}>
            {say('form.close')}
          </Button>
          <Button
            variant="contained"
            disabled={!may || !open || candidates.groups.asked.length === 0}
            onClick={() => void ask(null)}
          >
            {say('dispatcher.find.search')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 2, py: 1.25, flexShrink: 0 }}>
        <CandidateSearch candidates={candidates} />
      </Box>
      <Box sx={{ mx: 2, flexShrink: 0, '&:not(:empty)': { mb: 0.75 } }}>
        <RideDeed
          id={id}
          onNews={(service) => {
            request.again()
            onNews(service, null)
          }}
        />
      </Box>
      {phase && phase !== 'idle' && (
        <Box sx={PROGRESS}>
          <RequestProgress heard={request.heard} />
        </Box>
      )}
      <CandidateRoom
        candidates={candidates}
        asking={phase === 'requesting' ? (request.heard?.status.offer?.id_vehicle ?? null) : null}
        mayRequest={may && open}
        mayAssign={may}
        onRequest={(candidate) => void ask(candidate)}
        onAssign={(candidate) => void assign(candidate)}
      />
      {question}
    </DialogFrame>
  )
}

const PROGRESS = { mx: 2, px: 1, borderRadius: 1, bgcolor: 'action.hover', flexShrink: 0 } as const
