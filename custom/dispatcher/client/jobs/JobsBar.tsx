import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSay } from '#engine/ui'
import type { Job } from '../../../services/model'

export interface JobVerbs {
  readonly open: (id: number) => void
  /** Absent: there is no driver to choose for these. */
  readonly assign?: () => void
  readonly search?: () => void
  /** Gives them to the vehicle that is chosen on the board. */
  readonly toVehicle?: { readonly name: string; readonly run: () => void }
  /** Leads to the rides that will be late, the first of them the one that the keys are at. */
  readonly decide?: { readonly count: number; readonly run: () => void }
  /** Takes back what was done last to a ride, while that is possible. */
  readonly undo?: () => void
  readonly clear: () => void
}

/** Under the rides: what can be done with those that are chosen, or with the one that the keys are at. */
export function JobsBar({
  about,
  chosen,
  verbs,
}: {
  readonly about: readonly Job[]
  readonly chosen: number
  readonly verbs: JobVerbs
}) {
  const say = useSay()
  const [first] = about
  const decide = verbs.decide && (
    <Button color="error" onClick={verbs.decide.run}>
      {say('dispatcher.late.queue', { smart_count: verbs.decide.count })}
    </Button>
  )
  if (!first)
    return (
      <Box sx={BAR}>
        {decide}
        <Box sx={HINT}>{say('dispatcher.jobs.keys')}</Box>
      </Box>
    )
  const { assign, search, toVehicle } = verbs
  return (
    <Box role="toolbar" aria-label={say('dispatcher.jobs.verbs')} sx={BAR}>
      <Box sx={NAME}>
        {chosen > 0
          ? say('dispatcher.jobs.chosen', { smart_count: chosen })
          : [`#${first.id}`, first.cl_name].filter(Boolean).join(' · ')}
      </Box>
      {about.length === 1 && (
        <Button color="inherit" onClick={() => verbs.open(first.id)}>
          {say('dispatcher.info.open')}
        </Button>
      )}
      {assign && (
        <Button variant="outlined" onClick={assign}>
          {say(
            first.state === 'started'
              ? 'dispatcher.handover.open'
              : first.id_driver === null
                ? 'dispatcher.find.open'
                : 'dispatcher.jobs.change',
          )}
        </Button>
      )}
      {search && <Button onClick={search}>{say('dispatcher.find.search')}</Button>}
      {toVehicle && <Button onClick={toVehicle.run}>{say('dispatcher.drop.on', { vehicle: toVehicle.name })}</Button>}
      {decide}
      {chosen > 0 && (
        <Button color="inherit" onClick={verbs.clear}>
          {say('dispatcher.jobs.clear')}
        </Button>
      )}
      <Box sx={HINT}>{say('dispatcher.jobs.keys')}</Box>
    </Box>
  )
}

const BAR = {
  containerType: 'inline-size',
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  px: 1.5,
  py: 0.25,
  minHeight: 40,
  borderTop: 1,
  borderColor: 'divider',
  flexShrink: 0,
  flexWrap: 'wrap',
  boxSizing: 'border-box',
} as const
const NAME = {
  fontSize: 13,
  fontWeight: 600,
  marginInlineEnd: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
// Keys that are cut in half tell nothing: they stand where there is room for all of them.
const HINT = {
  flex: '1 1 0',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'end',
  fontSize: 12,
  color: 'text.secondary',
  display: 'none',
  '@container (min-width: 1100px)': { display: 'block' },
} as const
