import Search from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, useRef, useState } from 'react'
import { useLiveCall } from '#engine/client'
import { useDisplayStyle, useSay } from '#engine/ui'
import { lengthText } from '../../../fares/client'
import { nearbyCall } from '../../../services/model'
import { Failed } from '../live/Failed'
import { CandidateList } from './CandidateList'
import { candidateGroups } from './candidate-order'

/** Who is near a ride, asked again and again, and the part of them that a text finds. */
export function useCandidates(id: number) {
  const { answer, failure, again } = useLiveCall(nearbyCall, { id })
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  return { answer, failure, again, text, setText, box, groups: candidateGroups(answer?.items ?? [], text) }
}

type Candidates = ReturnType<typeof useCandidates>

/** The box that narrows them, and how many there are. */
export function CandidateSearch({
  candidates: { answer, text, setText, box, groups },
}: {
  readonly candidates: Candidates
}) {
  const say = useSay()
  const style = useDisplayStyle()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
      <OutlinedInput
        inputRef={box}
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
          say('dispatcher.find.count', { smart_count: groups.asked.length, radius: lengthText(answer.radius, style) })}
      </Box>
    </Box>
  )
}

/** Their list, which scrolls; or why it is not there. */
export function CandidateRoom({
  candidates: { answer, failure, again, groups },
  ...list
}: { readonly candidates: Candidates } & Omit<ComponentProps<typeof CandidateList>, 'groups'>) {
  const say = useSay()
  return (
    <Box
      role="region"
      tabIndex={0}
      aria-label={say('dispatcher.find.list')}
      sx={{ flex: 1, minHeight: 220, overflowY: 'auto', outlineOffset: '-2px !important' }}
    >
      {answer ? (
        <CandidateList groups={groups} {...list} />
      ) : failure !== null ? (
        <Failed title={say('dispatcher.find.failed')} failure={failure} onRetry={again} />
      ) : (
        <Box aria-hidden sx={{ px: 2 }}>
          {Array.from({ length: 8 }, (_, i) => (
            <Skeleton key={i} variant="text" sx={{ height: 48 }} />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** What keys do, beside the buttons; on a phone there are none. */
export const FindHint = ({ text }: { readonly text: string }) => (
  <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary', visibility: { xs: 'hidden', sm: 'visible' } }}>{text}</Box>
)
