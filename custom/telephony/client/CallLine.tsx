import Call from '@mui/icons-material/Call'
import PhoneInTalk from '@mui/icons-material/PhoneInTalk'
import RingVolume from '@mui/icons-material/RingVolume'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Fragment, useEffect, useState } from 'react'
import { useSay } from '#engine/ui'
import type { LivePhoneCall } from '../model/phone-call-contracts'
import { callerName } from './caller-name'

interface CallLineProps {
  readonly call: LivePhoneCall
  readonly kind: 'ringing' | 'own' | 'taken'
  /** The key that does what the line's first button does. */
  readonly shortcut: string | null
  readonly isOpen?: boolean
  readonly onTake?: () => void
  readonly onCard?: () => void
  readonly onHangUp?: () => void
}

const ICONS = { ringing: RingVolume, own: PhoneInTalk, taken: Call } as const

/** One call: who, for how long, and what can be done. */
export function CallLine({ call, kind, shortcut, isOpen = false, onTake, onCard, onHangUp }: CallLineProps) {
  const say = useSay()
  const name = callerName(call)
  const sentence =
    kind === 'ringing'
      ? say('telephony.calls', { who: name })
      : kind === 'own'
        ? say('telephony.talking', { who: name })
        : say('telephony.taken', { name: call.at_name ?? '', who: name })
  const Icon = ICONS[kind]
  const facts = [call.co_name, call.extension && say('telephony.at', { extension: call.extension })]
  return (
    <Box role="group" aria-label={sentence} sx={{ ...LINE, bgcolor: COLOURS[kind] }}>
      <Icon aria-hidden sx={{ flex: 'none' }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, lineHeight: 1.3 }}>
        <strong>{sentence}</strong>
        {name !== call.phone && (
          <>
            {' · '}
            <bdi dir="ltr">{call.phone}</bdi>
          </>
        )}
        {facts.filter(Boolean).map((fact) => (
          <Fragment key={fact}>
            {' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
        {kind !== 'taken' && (
          <>
            {' · '}
            <Clock since={kind === 'own' ? (call.date_answered ?? call.date_created) : call.date_created} />
          </>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {onTake && (
          <Button variant="contained" sx={FIRST} startIcon={<Call />} onClick={onTake}>
            {say('telephony.take')}
            <Kbd text={shortcut} />
          </Button>
        )}
        {onCard && (
          <Button color="inherit" aria-expanded={isOpen} onClick={onCard}>
            {say('telephony.card')}
            <Kbd text={shortcut} />
          </Button>
        )}
        {onHangUp && (
          <Button color="inherit" onClick={onHangUp}>
            {say('telephony.hang_up')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Clock({ since }: { since: string }) {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now_ms - Date.parse(since)) / 1_000))
  return (
    <span
      role="timer"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
  )
}

const Kbd = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <Box component="kbd" aria-hidden sx={KEY}>
      {text}
    </Box>
  )

// As the other lines above every page: not of the theme, so that they stand out in each.
const COLOURS = { ringing: '#8a4b00', own: '#0d47a1', taken: '#37474f' } as const
const LINE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 2,
  py: 0.5,
  minHeight: 44,
  color: '#fff',
} as const
const FIRST = { color: COLOURS.ringing, bgcolor: '#fff', '&:hover': { bgcolor: '#fff3e0' } } as const
const KEY = {
  fontFamily: 'inherit',
  fontSize: 11,
  border: 1,
  borderRadius: 0.5,
  px: 0.5,
  lineHeight: '16px',
  marginInlineStart: 0.75,
  display: { xs: 'none', sm: 'inline' },
} as const
