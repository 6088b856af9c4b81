import VolumeOff from '@mui/icons-material/VolumeOff'
import VolumeUp from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { FeatureDialog, soundEmergency, useIsSoundHeld } from '#engine/client'
import { HIDDEN, LiveText, useSay, useTitleMark } from '#engine/ui'
import { OpenPanic } from './OpenPanic'
import { TakenPanic, takenText } from './TakenPanic'
import { usePanics } from './use-panics'

const AttendDialog = lazy(() => import('./AttendDialog'))

/** Above every page and every dialog: who calls for help, until somebody attends to it; then who that is. */
export default function PanicBanner() {
  const say = useSay()
  const { open, taken, isMuted, mute, again } = usePanics()
  const isHeld = useIsSoundHeld()
  const [attending, setAttending] = useState<number | null>(null)
  const [ride, setRide] = useState<number | null>(null)
  const [closed, setClosed] = useState<readonly string[]>([])
  const told = taken.filter((one) => !closed.includes(keyOf(one)))
  const [first] = open
  const text =
    first === undefined ? null : say('drivers.panic.calls', { smart_count: open.length, driver: first.dr_name ?? '' })
  useTitleMark(text)
  const asked = [...open, ...taken].find(({ id }) => id === attending)
  return (
    <>
      {/* Read at once, and once: the lines below count seconds. */}
      <p role="alert" style={HIDDEN}>
        {text ?? ''}
      </p>
      <LiveText text={told.map((one) => takenText(one, say)).join('. ')} />
      {(open.length > 0 || told.length > 0) && (
        <Box
          component="section"
          aria-label={say('drivers.panic.title')}
          aria-keyshortcuts="F8"
          sx={{ maxHeight: '40vh', overflow: 'auto', boxShadow: 6 }}
        >
          {open.map((one, at) => (
            <OpenPanic key={one.id} panic={one} onAttend={() => setAttending(one.id)} onRide={setRide}>
              {at === 0 &&
                (isHeld && !isMuted ? (
                  <Button color="inherit" startIcon={<VolumeUp />} onClick={soundEmergency}>
                    {say('drivers.panic.sound')}
                  </Button>
                ) : (
                  <Button
                    color="inherit"
                    disabled={isMuted}
                    startIcon={isMuted ? <VolumeOff /> : <VolumeUp />}
                    onClick={mute}
                  >
                    {say(isMuted ? 'drivers.panic.muted' : 'drivers.panic.mute')}
                  </Button>
                ))}
            </OpenPanic>
          ))}
          {told.map((one) => (
            <TakenPanic
              key={one.id}
              panic={one}
              onReopened={again}
              onClose={() => setClosed([...closed, keyOf(one)])}
            />
          ))}
        </Box>
      )}
      {ride !== null && (
        <Suspense>
          <FeatureDialog name="service-info" resource="services" record={{ id: ride }} onClose={() => setRide(null)} />
        </Suspense>
      )}
      {attending !== null && (
        <Suspense>
          <AttendDialog
            id={attending}
            driver={asked?.dr_name ?? ''}
            taker={asked?.state === 'attended' && asked.is_own === 0 ? asked.at_name : null}
            onAttended={again}
            onClose={() => setAttending(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Taken anew, it is told anew. */
const keyOf = ({ id, date_attended }: { readonly id: number; readonly date_attended: string | null }): string =>
  `${id} ${date_attended ?? ''}`
