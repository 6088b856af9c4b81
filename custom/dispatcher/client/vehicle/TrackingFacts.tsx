import Battery20 from '@mui/icons-material/Battery20'
import Battery50 from '@mui/icons-material/Battery50'
import BatteryFull from '@mui/icons-material/BatteryFull'
import Navigation from '@mui/icons-material/Navigation'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { dateTimeText, Faint, numberText, type Say, useDisplayStyle, useSay } from '#engine/ui'
import { batteryTone } from '../../model/battery'
import type { LastTracking } from '../../model/vehicle-info'
import { ageOf, ageWords } from '../live/age-words'
import { Fact } from './Fact'
import { windOf } from '../fleet/vehicle-words'

/** The last position of a vehicle, as a list of facts. */
export function TrackingFacts({
  tracking,
  now_ms,
  exact = false,
}: {
  tracking: LastTracking
  now_ms: number
  exact?: boolean
}) {
  const say = useSay()
  const style = useDisplayStyle()
  // A mode that has no words, from a newer phone, is shown as it came.
  const mode = tracking.mode && say(`values.mode.${tracking.mode}`, { _: tracking.mode })
  return (
    <>
      <Fact name={say('dispatcher.card.place')}>{placeWords(tracking, say)}</Fact>
      {exact && (
        <Fact
          name={say('dispatcher.card.coordinates')}
        >{`${tracking.lat.toFixed(5)}, ${tracking.lng.toFixed(5)}`}</Fact>
      )}
      <Fact name={say('dispatcher.card.position')}>
        <span title={dateTimeText(tracking.date_fix, style.zone)}>
          {ageWords(ageOf(tracking.date_fix, now_ms), say)}
        </span>
        {exact && (
          <Box
            component="span"
            sx={{ color: 'text.secondary' }}
          >{` · ${dateTimeText(tracking.date_fix, style.zone)}`}</Box>
        )}
      </Fact>
      <Fact name={say('dispatcher.card.speed')}>
        {tracking.speed === null ? <Faint /> : `${numberText(Math.round(tracking.speed), style)} km/h`}
        {mode && <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${mode}`}</Box>}
      </Fact>
      <Fact name={say('dispatcher.card.course')}>
        {tracking.course === null ? <Faint /> : <Course course={tracking.course} />}
      </Fact>
      <Fact name={say('dispatcher.card.battery')}>
        {tracking.battery_level === null ? <Faint /> : <Battery level={tracking.battery_level} />}
      </Fact>
    </>
  )
}

/** The place of the facts while they are awaited: nothing moves when they come. */
export function TrackingSkeleton({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, i) => (
    <Fact key={i} name={' '}>
      <Skeleton variant="text" width={`${70 - (i % 3) * 15}%`} sx={{ fontSize: 13, lineHeight: '20px', my: 0 }} />
    </Fact>
  ))
}

function placeWords({ street, district }: Pick<LastTracking, 'street' | 'district'>, say: Say): string {
  if (street && district) return say('dispatcher.card.near', { street, district })
  return district ?? street ?? say('dispatcher.card.nowhere')
}

function Course({ course }: { course: number }) {
  const say = useSay()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Navigation aria-hidden sx={{ fontSize: 14, color: 'text.secondary', transform: `rotate(${course}deg)` }} />
      {`${Math.round(course)}° ${say(`dispatcher.compass.${windOf(course)}`)}`}
    </Box>
  )
}

function Battery({ level }: { level: number }) {
  const tone = batteryTone(level)
  const Icon = tone === 'error' ? Battery20 : tone === 'warning' ? Battery50 : BatteryFull
  const look = tone === 'success' ? { color: 'text.primary' } : { color: `${tone}.main`, fontWeight: 600 }
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, ...look }}>
      <Icon aria-hidden sx={{ fontSize: 16, color: `${tone}.main` }} />
      {`${level} %`}
    </Box>
  )
}
