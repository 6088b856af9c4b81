import Search from '@mui/icons-material/Search'
import DirectionsCar from '@mui/icons-material/DirectionsCar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import { useRef, useState } from 'react'
import { useLiveCall } from '#engine/client'
import { Badge, ChoiceSelect, Message, TextBox, useConfirm, useDisplayStyle, useSay } from '#engine/ui'
import { type Candidate, type DispatcherService, type HandoverReason, nearbyCall } from '../../../services/model'
import { lengthText } from '../../../fares/client'
import { ageOf, ageWords } from '../live/age-words'
import { DialogFrame } from '../live/DialogFrame'
import { Failed } from '../live/Failed'
import { useNow } from '../live/use-now'
import type { RequestVerbs } from '../request/use-request-verbs'
import { watchedServices } from '../request/watched'
import { CandidateList } from './CandidateList'
import { candidateGroups } from './candidate-order'

interface Props {
  readonly item: DispatcherService
  readonly verbs: Pick<RequestVerbs, 'busy' | 'handOver'>
  readonly may: boolean
  readonly onClose: (changed?: boolean) => void
}

/** A car cannot go on with its passenger: who is near it takes over, or somebody is looked for. */
export function HandOver({ item, verbs, may, onClose }: Props) {
  const say = useSay()
  const style = useDisplayStyle()
  const now_ms = useNow()
  const { id } = item
  const { answer, failure, again } = useLiveCall(nearbyCall, { id })
  const [confirm, question] = useConfirm()
  const [reason, setReason] = useState<HandoverReason>('breakdown')
  const [notes, setNotes] = useState('')
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const breakdown = answer?.breakdown ?? null
  const groups = candidateGroups(answer?.items ?? [], text)
  const isOpen = may && breakdown !== null && !verbs.busy
  const give = async (candidate: Candidate | null): Promise<void> => {
    if (!isOpen) return
    const driver = candidate && [candidate.us_name, candidate.us_surname].filter(Boolean).join(' ')
    const sure = await confirm({
      title:
        driver === null ? say('dispatcher.handover.search_title') : say('dispatcher.handover.give_title', { driver }),
      text: say('dispatcher.handover.text', { before: breakdown.driver ?? '' }),
      accept: say(driver === null ? 'dispatcher.handover.search' : 'dispatcher.handover.give'),
    })
    if (
      !sure ||
      !(await verbs.handOver({
        id_driver: breakdown.id_driver,
        id_vehicle: candidate?.id ?? null,
        reason,
        notes: notes.trim(),
      }))
    )
      return
    watchedServices().watch([id])
    onClose(true)
  }
  return (
    <DialogFrame
      title={say('dispatcher.handover.title')}
      caption={[
        `#${id}`,
        [item.cl_name, item.cl_surname].filter(Boolean).join(' '),
        item.dst_address && `→ ${item.dst_address}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      corner={
        <Badge color={item.state_obj.color} icon={item.state_obj.icon}>
          {item.state_obj.name}
        </Badge>
      }
      tall
      keys={[
        { keys: '/', label: say('dispatcher.search'), run: () => search.current?.select() },
        { keys: 'b', label: say('dispatcher.handover.search'), run: () => void give(null), active: isOpen },
      ]}
      onClose={() => onClose()}
      actions={
        <>
          <Box sx={HINT}>{say('dispatcher.handover.keys')}</Box>
          <Button color="inherit" onClick={() => onClose()}>
            {say('form.close')}
          </Button>
          <Button variant="contained" disabled={!isOpen} loading={verbs.busy} onClick={() => void give(null)}>
            {say('dispatcher.handover.search')}
          </Button>
        </>
      }
    >
      {answer && breakdown === null ? (
        <Box sx={{ p: 5 }}>
          <Message
            icon={<DirectionsCar />}
            title={say('dispatcher.handover.over')}
            text={say('dispatcher.handover.over_text')}
          />
        </Box>
      ) : (
        <>
          <Box sx={TOP}>
            <Box role="status" sx={{ fontSize: 13, lineHeight: '20px', minHeight: 40 }}>
              <Box sx={{ fontWeight: 600 }}>
                {breakdown
                  ? say('dispatcher.handover.stands', { driver: breakdown.driver ?? '', plate: breakdown.plate ?? '' })
                  : '\u00a0'}
              </Box>
              <Box sx={{ color: 'text.secondary' }}>
                {breakdown &&
                  (breakdown.lat === null
                    ? say('dispatcher.handover.nowhere')
                    : [
                        say('dispatcher.handover.where'),
                        breakdown.date_fix &&
                          say('dispatcher.handover.heard', { age: ageWords(ageOf(breakdown.date_fix, now_ms), say) }),
                      ]
                        .filter(Boolean)
                        .join(' '))}
              </Box>
            </Box>
            <Box sx={WHY}>
              <ChoiceSelect
                source="reason"
                label={say('dispatcher.handover.why')}
                required
                disabled={breakdown === null}
                value={reason}
                options={(breakdown?.reasons ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
                onChange={(value) => setReason((value || 'breakdown') as HandoverReason)}
              />
              <TextBox
                source="notes"
                label={say('dispatcher.handover.notes')}
                required={false}
                disabled={false}
                maxLength={255}
                text={notes}
                onText={setNotes}
              />
            </Box>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
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
          </Box>
          <Box
            role="region"
            tabIndex={0}
            aria-label={say('dispatcher.find.list')}
            sx={{ flex: 1, minHeight: 200, overflowY: 'auto', outlineOffset: '-2px !important' }}
          >
            {answer ? (
              <CandidateList
                groups={groups}
                asking={null}
                mayRequest={false}
                mayAssign={isOpen}
                assign={say('dispatcher.handover.give')}
                onRequest={nothing}
                onAssign={(candidate) => void give(candidate)}
              />
            ) : failure !== null ? (
              <Failed title={say('dispatcher.find.failed')} failure={failure} onRetry={again} />
            ) : (
              <Box aria-hidden sx={{ px: 2 }}>
                {Array.from({ length: 6 }, (_, i) => (
                  <Skeleton key={i} variant="text" sx={{ height: 48 }} />
                ))}
              </Box>
            )}
          </Box>
        </>
      )}
      {question}
    </DialogFrame>
  )
}

const nothing = (): void => undefined

const HINT = { flex: 1, fontSize: 12, color: 'text.secondary', visibility: { xs: 'hidden', sm: 'visible' } } as const
const TOP = { display: 'grid', gap: 1.25, px: 2, py: 1.25, flexShrink: 0 } as const
const WHY = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
