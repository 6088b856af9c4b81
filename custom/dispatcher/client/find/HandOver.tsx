import DirectionsCar from '@mui/icons-material/DirectionsCar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Badge, ChoiceSelect, Message, TextBox, useConfirm, useSay } from '#engine/ui'
import type { Candidate, DispatcherService, HandoverReason } from '../../../services/model'
import { ageOf, ageWords } from '../live/age-words'
import { DialogFrame } from '../live/DialogFrame'
import { useNow } from '../live/use-now'
import type { RequestVerbs } from '../request/use-request-verbs'
import { watchedServices } from '../request/watched'
import { CandidateRoom, CandidateSearch, FindHint, useCandidates } from './CandidateSearch'

interface Props {
  readonly item: DispatcherService
  readonly verbs: Pick<RequestVerbs, 'busy' | 'handOver'>
  readonly may: boolean
  readonly onClose: (changed?: boolean) => void
}

/** A car cannot go on with its passenger: who is near it takes over, or somebody is looked for. */
export function HandOver({ item, verbs, may, onClose }: Props) {
  const say = useSay()
  const now_ms = useNow()
  const { id } = item
  const candidates = useCandidates(id)
  const { answer } = candidates
  const [confirm, question] = useConfirm()
  const [reason, setReason] = useState<HandoverReason>('breakdown')
  const [notes, setNotes] = useState('')
  const breakdown = answer?.breakdown ?? null
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
        { keys: '/', label: say('dispatcher.search'), run: () => candidates.box.current?.select() },
        { keys: 'b', label: say('dispatcher.handover.search'), run: () => void give(null), active: isOpen },
      ]}
      onClose={() => onClose()}
      actions={
        <>
          <FindHint text={say('dispatcher.handover.keys')} />
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
            <CandidateSearch candidates={candidates} />
          </Box>
          <CandidateRoom
            candidates={candidates}
            asking={null}
            mayRequest={false}
            mayAssign={isOpen}
            assign={say('dispatcher.handover.give')}
            onRequest={nothing}
            onAssign={(candidate) => void give(candidate)}
          />
        </>
      )}
      {question}
    </DialogFrame>
  )
}

const nothing = (): void => undefined

const TOP = { display: 'grid', gap: 1.25, px: 2, py: 1.25, flexShrink: 0 } as const
const WHY = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
