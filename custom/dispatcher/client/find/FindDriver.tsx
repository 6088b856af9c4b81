import { isStaff } from '#app/asker'
import Search from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import { useRef, useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole, useLiveCall } from '#engine/client'
import { Badge, useDisplayStyle, useSay } from '#engine/ui'
import { RideDeed } from '../../../services/client/public'
import { type Candidate, nearbyCall } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import { Failed } from '../live/Failed'
import { useOnNews } from '../live/on-news'
import { lengthText } from '../../../fares/client'
import { holderOf, useAskedAssign } from '../drop/use-asked-assign'
import { mayTakeOff } from '../request/may-take-off'
import { RequestProgress } from '../request/RequestProgress'
import { useRequestStatus } from '../request/use-request-status'
import { useRequestVerbs } from '../request/use-request-verbs'
import { watchedServices } from '../request/watched'
import { CandidateList } from './CandidateList'
import { candidateGroups } from './candidate-order'
import { HandOver } from './HandOver'

/**
 * Who could take a service, in the order in which they would be asked, and who is near but would not be: each with the
 * reason.
 */
export function FindDriver({ id, onClose }: { id: number; onClose: (changed?: boolean) => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { actor } = useConsole()
  const { answer, failure, again } = useLiveCall(nearbyCall, { id })
  const request = useRequestStatus(id)
  const onNews = useOnNews()
  const [changed, setChanged] = useState(false)
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const verbs = useRequestVerbs(id, request.put, () => {
    request.again()
    again()
  })
  const [askedAssign, question] = useAskedAssign(verbs)
  const groups = candidateGroups(answer?.items ?? [], text)
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
        { keys: '/', label: say('dispatcher.search'), run: () => search.current?.select() },
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
          <Box sx={HINT}>{say('dispatcher.find.keys')}</Box>
          <Button color="inherit" onClick={close}>
            {say('form.close')}
          </Button>
          <Button
            variant="contained"
            disabled={!may || !open || groups.asked.length === 0}
            onClick={() => void ask(null)}
          >
            {say('dispatcher.find.search')}
          </Button>
        </>
      }
    >
      <Box sx={TOP}>
        <OutlinedInput
          inputRef={search}
          type="search"
          size="small"
          value={text}
          placeholder={say('dispatcher.search')}
          onChange={({ target }) => setText(target.value)}
          startAdornment={
            <InputAdornment position="start">
              <Search aria-hidden fontSize="small" />
            </InputAdornment>
          }
          slotProps={{ input: { 'aria-label': say('dispatcher.search'), maxLength: 100 } }}
          sx={{ flex: '1 1 220px' }}
        />
        <Box role="status" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
          {answer &&
            say('dispatcher.find.count', {
              smart_count: groups.asked.length,
              radius: lengthText(answer.radius, style),
            })}
        </Box>
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
      <Box
        role="region"
        tabIndex={0}
        aria-label={say('dispatcher.find.list')}
        sx={{ flex: 1, minHeight: 240, overflowY: 'auto', outlineOffset: '-2px !important' }}
      >
        {answer ? (
          <CandidateList
            groups={groups}
            asking={phase === 'requesting' ? (request.heard?.status.offer?.id_vehicle ?? null) : null}
            mayRequest={may && open}
            mayAssign={may}
            onRequest={(candidate) => void ask(candidate)}
            onAssign={(candidate) => void assign(candidate)}
          />
        ) : failure !== null ? (
          <Failed title={say('dispatcher.find.failed')} failure={failure} onRetry={again} />
        ) : (
          <Waiting />
        )}
      </Box>
      {question}
    </DialogFrame>
  )
}

const Waiting = () => (
  <Box aria-hidden sx={{ px: 2 }}>
    {Array.from({ length: 8 }, (_, i) => (
      <Skeleton key={i} variant="text" sx={{ height: 48 }} />
    ))}
  </Box>
)

const HINT = { flex: 1, fontSize: 12, color: 'text.secondary', visibility: { xs: 'hidden', sm: 'visible' } } as const
const TOP = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  flexWrap: 'wrap',
  px: 2,
  py: 1.25,
  flexShrink: 0,
} as const
const PROGRESS = { mx: 2, px: 1, borderRadius: 1, bgcolor: 'action.hover', flexShrink: 0 } as const
