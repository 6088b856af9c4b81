import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useEffect, useState } from 'react'
import { useConsole } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import { callerOf } from './enquiry'
import { enquiriesOf, useEnquiries } from './enquiries'
import { useOpenEnquiry } from './use-open-enquiry'

const EVERY_MS = 15_000

/** The calls that were put aside, the one that waits longest first: who it was and for how long they wait. */
export function EnquiryChips() {
  const say = useSay()
  const { actor } = useConsole()
  const { aside } = useEnquiries(actor.id)
  const enquiries = enquiriesOf(actor.id)
  const now_ms = useClock(aside.length > 0)
  const show = useOpenEnquiry()
  useKeys([
    { keys: 'r', label: say('services.desk.keys.reopen'), run: () => show(enquiries.next), active: aside.length > 0 },
  ])
  if (aside.length === 0) return null
  return (
    <Box component="ul" aria-label={say('services.desk.aside')} sx={LIST}>
      {aside.map((one, at) => {
        const name = callerOf(one.content) || say('services.desk.nameless')
        const min = Math.max(0, Math.floor((now_ms - one.begun_ms) / 60_000))
        return (
          <li key={one.key}>
            <Chip
              size="small"
              variant="outlined"
              label={`${name} · ${say('services.desk.age', { min })}`}
              icon={
                at === 0 ? (
                  <Box component="kbd" aria-hidden sx={KEY}>
                    R
                  </Box>
                ) : undefined
              }
              onClick={() => show(() => enquiries.open(one))}
              onDelete={() => enquiries.remove(one.key)}
              aria-label={say('services.desk.reopen', { who: name })}
            />
          </li>
        )
      })}
    </Box>
  )
}

function useClock(isOn: boolean): number {
  const [now_ms, set] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => set(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return now_ms
}

const LIST = {
  m: 0,
  px: 2,
  py: 0.75,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  flexShrink: 0,
  borderBottom: 1,
  borderColor: 'divider',
  maxHeight: 72,
  overflowY: 'auto',
  '& li': { minWidth: 0, maxWidth: 1 },
} as const
const KEY = {
  fontFamily: 'inherit',
  fontSize: 11,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.5,
  px: 0.5,
  lineHeight: '16px',
} as const
