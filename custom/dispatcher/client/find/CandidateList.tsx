import Box from '@mui/material/Box'
import { useState } from 'react'
import SearchOff from '@mui/icons-material/SearchOff'
import { Message, useKeys, useSay } from '#engine/ui'
import type { Candidate } from '../../../services/model'
import { isOnShift, type CandidateGroups } from './candidate-order'
import { CandidateRow } from './CandidateRow'

interface Props {
  readonly groups: CandidateGroups
  /** Vehicle whose driver is being asked now. */
  readonly asking: number | null
  readonly mayRequest: boolean
  readonly mayAssign: boolean
  /** What giving it to a driver is called where nobody is asked. */
  readonly assign?: string
  readonly onRequest: (candidate: Candidate) => void
  readonly onAssign: (candidate: Candidate) => void
}

/** Candidates in two parts; j and k go through them, Enter asks the chosen one, `a` assigns the service to them. */
export function CandidateList({
  groups: { asked, passed },
  asking,
  mayRequest,
  mayAssign,
  assign,
  onRequest,
  onAssign,
}: Props) {
  const say = useSay()
  const [chosen, setChosen] = useState<number | null>(null)
  const all = [...asked, ...passed]
  const at = all.findIndex(({ id }) => id === chosen)
  const one = all[at]
  const step = (by: 1 | -1): void => {
    const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
    if (!next) return
    setChosen(next.id)
    document.getElementById(rowId(next.id))?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: say('dispatcher.keys.next'), run: () => step(1) },
    { keys: 'arrowdown', label: say('dispatcher.keys.next'), run: () => step(1) },
    { keys: 'k', label: say('dispatcher.keys.previous'), run: () => step(-1) },
    { keys: 'arrowup', label: say('dispatcher.keys.previous'), run: () => step(-1) },
    {
      keys: 'enter',
      label: say('dispatcher.find.request'),
      run: () => one && onRequest(one),
      active: one !== undefined && mayRequest && isOnShift(one),
    },
    {
      keys: 'a',
      label: assign ?? say('dispatcher.find.assign'),
      run: () => one && onAssign(one),
      active: one !== undefined && mayAssign && isOnShift(one),
    },
  ])
  if (all.length === 0) {
    return (
      <Box sx={{ p: 5 }}>
        <Message icon={<SearchOff />} title={say('dispatcher.find.none')} text={say('dispatcher.find.none_text')} />
      </Box>
    )
  }
  return [
    { title: say('dispatcher.find.asked'), rows: asked },
    { title: say('dispatcher.find.passed'), rows: passed },
  ].map(
    ({ title, rows }) =>
      rows.length > 0 && (
        <Box component="section" key={title} aria-label={title}>
          <Box component="h3" sx={TITLE}>
            {title}
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map((candidate) => (
              <CandidateRow
                key={candidate.id}
                id={rowId(candidate.id)}
                candidate={candidate}
                chosen={candidate.id === chosen}
                asking={candidate.id === asking}
                mayRequest={mayRequest && isOnShift(candidate)}
                mayAssign={mayAssign && isOnShift(candidate)}
                assign={assign}
                onChoose={() => setChosen(candidate.id)}
                onRequest={() => onRequest(candidate)}
                onAssign={() => onAssign(candidate)}
              />
            ))}
          </Box>
        </Box>
      ),
  )
}

const rowId = (id: number): string => `candidate-${id}`

const TITLE = {
  m: 0,
  px: 2,
  py: 0.75,
  fontSize: 12,
  fontWeight: 600,
  color: 'text.secondary',
  bgcolor: 'background.default',
  position: 'sticky',
  top: 0,
  zIndex: 1,
  borderBlock: 1,
  borderColor: 'divider',
} as const
