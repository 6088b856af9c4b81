import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LiveText, useKeys, useSay, useTitleMark } from '#engine/ui'
import { CallLine } from './CallLine'
import { callerName } from './caller-name'
import { usePhoneCalls } from './use-phone-calls'

const CallerCard = lazy(() => import('./CallerCard'))

/** Above every page: who rings, whom one talks to and what is known of them, and who took a call. */
export default function RingBar() {
  const say = useSay()
  const { ringing, own, taken, mayTake, take, hangUp } = usePhoneCalls()
  const { pathname } = useLocation()
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('sm'), { noSsr: true })
  // Elsewhere, and on a telephone, it would take the room of what somebody looks at.
  const isAtBoard = isWide && pathname.startsWith('/dispatcher')
  const [wanted, setWanted] = useState<{ readonly [id: number]: boolean }>({})
  const [first] = ringing
  const [current] = own
  const isShown = (id: number): boolean => wanted[id] ?? isAtBoard
  const shown = current && isShown(current.id) ? current : null
  const toggle = (id: number): void => setWanted({ ...wanted, [id]: !isShown(id) })
  const text = first ? say('telephony.calls', { who: callerName(first) }) : null
  useTitleMark(text)
  useKeys([
    first !== undefined && mayTake
      ? { keys: 'f9', label: say('telephony.keys.take'), run: () => take(first) }
      : {
          keys: 'f9',
          label: say('telephony.keys.card'),
          run: () => current && toggle(current.id),
          active: current !== undefined,
        },
  ])
  // Whoever passes reads a wall.
  if (ringing.length + own.length + taken.length === 0 || pathname === '/dispatcher_wall') return null
  return (
    <Box component="section" aria-label={say('telephony.title')} aria-keyshortcuts="F9" sx={BAR}>
      <LiveText
        text={[
          text ?? '',
          ...taken.map((one) => say('telephony.taken', { name: one.at_name ?? '', who: callerName(one) })),
        ].join('. ')}
      />
      {ringing.map((call, at) => (
        <CallLine
          key={call.id}
          call={call}
          kind="ringing"
          shortcut={at === 0 ? 'F9' : null}
          onTake={mayTake ? () => take(call) : undefined}
        />
      ))}
      {own.map((call) => (
        <CallLine
          key={call.id}
          call={call}
          kind="own"
          shortcut={call === current && !first ? 'F9' : null}
          isOpen={call === shown}
          onCard={call === current ? () => toggle(call.id) : undefined}
          onHangUp={() => hangUp(call)}
        />
      ))}
      {shown && (
        <Suspense>
          <CallerCard key={shown.id} call={shown} />
        </Suspense>
      )}
      {taken.map((call) => (
        <CallLine key={call.id} call={call} kind="taken" shortcut={null} />
      ))}
    </Box>
  )
}

const BAR = { maxHeight: '45vh', overflow: 'auto', boxShadow: 6 } as const
