import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { addDays, todayIn } from '#engine/model'
import { useRecordSearch } from '#engine/client'
import { AppLink, type Choice, DateBox, LazyChoiceSearch, useDisplayStyle, useSay } from '#engine/ui'
import { MAX_DAYS, type Track } from '../model/track-calls'
import type { TrackAskedFor } from './use-track'

interface TrackBarProps {
  readonly asked: TrackAskedFor | null
  readonly track: Track | null
  readonly onSet: (next: TrackAskedFor) => void
  readonly action: ReactNode
}

/** The head of the screen: whose track, of which days; that of a ride has its driver and its time already. */
export function TrackBar({ asked, track, onSet, action }: TrackBarProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const today = todayIn(track?.zone ?? zone)
  const from = asked?.date_from ?? track?.date_from ?? today
  const to = asked?.date_to ?? track?.date_to ?? today
  const days = (next: { readonly date_from: string; readonly date_to: string }): void => {
    if (asked?.id_user !== undefined) onSet({ id_user: asked.id_user, ...next })
  }
  const longest = (first: string): string => addDays(first, MAX_DAYS - 1)
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography variant="h1">{say('modules.trackings')}</Typography>
        {asked?.id_service !== undefined && <OfRide id={asked.id_service} track={track} />}
      </Box>
      {asked?.id_service === undefined && (
        <>
          <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 260px' } }}>
            <DriverSearch
              chosen={driverChoice(track, asked)}
              onChoose={(id) => {
                if (id !== null) onSet({ ...asked, id_user: id })
              }}
            />
          </Box>
          {asked !== null && (
            <Box
              role="group"
              aria-label={say('tracks.days')}
              sx={{ display: 'flex', gap: 1, flex: { xs: '1 1 100%', sm: '0 0 310px' }, '& > *': { flex: 1 } }}
            >
              <DateBox
                kind="date"
                whenLeft
                source="date_from"
                label={say('filter.from')}
                value={from}
                max={today}
                required={false}
                disabled={false}
                onChange={(next) => {
                  if (next)
                    days({ date_from: next, date_to: to < next ? next : to > longest(next) ? longest(next) : to })
                }}
              />
              <DateBox
                kind="date"
                whenLeft
                source="date_to"
                label={say('filter.to')}
                value={to}
                min={from}
                max={longest(from)}
                required={false}
                disabled={false}
                onChange={(next) => {
                  if (next && next >= from && next <= longest(from)) days({ date_from: from, date_to: next })
                }}
              />
            </Box>
          )}
        </>
      )}
      {action}
    </Box>
  )
}

/** The ride, and who drives it. */
function OfRide({ id, track }: { readonly id: number; readonly track: Track | null }) {
  const say = useSay()
  const name = [track?.driver?.name, track?.driver?.surname].filter(Boolean).join(' ')
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      <AppLink to={`/services/${id}`}>{say('tracks.of_ride', { id })}</AppLink>
      {name !== '' && ` · ${name}`}
    </Typography>
  )
}

const driverChoice = (track: Track | null, asked: TrackAskedFor | null): Choice | null =>
  track?.driver && asked
    ? { id: track.driver.id, label: [track.driver.name, track.driver.surname].filter(Boolean).join(' ') }
    : null

function DriverSearch({
  chosen,
  onChoose,
}: {
  readonly chosen: Choice | null
  readonly onChoose: (id: number | null) => void
}) {
  const say = useSay()
  const find = useRecordSearch('drivers', 'phone')
  return (
    <LazyChoiceSearch
      source="id_user"
      label={say('tracks.driver')}
      required={false}
      disabled={false}
      openOnFocus
      find={find}
      chosen={chosen}
      onChoose={(choice) => onChoose(choice ? Number(choice.id) : null)}
    />
  )
}
