import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useSay } from '#engine/ui'
import { JOB_KINDS, type JobKind } from '../../model/job-kind'
import type { OrderedJobs } from '../../model/job-order'

/** Of what each kind is drawn in. */
export const KIND_COLOURS: { readonly [kind in JobKind]: string } = {
  late: 'error.main',
  on_air: 'warning.main',
  due: 'info.main',
  on_the_way: 'primary.main',
  aboard: 'success.main',
  booked: 'text.disabled',
}

/** How many rides there are of each kind; a press shows those alone, or with the others that are pressed. */
export function KindChips({
  counts,
  kinds,
  onKinds,
}: {
  readonly counts: OrderedJobs['counts']
  readonly kinds: readonly JobKind[]
  readonly onKinds: (kinds: readonly JobKind[]) => void
}) {
  const say = useSay()
  return (
    <Box role="group" aria-label={say('dispatcher.jobs.kinds')} sx={GROUP}>
      {JOB_KINDS.map((kind) => (
        <ButtonBase
          key={kind}
          aria-pressed={kinds.includes(kind)}
          onClick={() => onKinds(toggled(kinds, kind))}
          sx={CHIP}
        >
          <Box
            component="span"
            aria-hidden
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: KIND_COLOURS[kind] }}
          />
          {say(`dispatcher.jobs.kind.${kind}`)}
          <b>{counts[kind]}</b>
        </ButtonBase>
      ))}
    </Box>
  )
}

export const toggled = (kinds: readonly JobKind[], kind: JobKind): readonly JobKind[] =>
  kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]

// At a desk no count is out of sight; on a phone they are pushed.
const GROUP = {
  display: 'flex',
  flexWrap: { sm: 'wrap' },
  gap: 0.5,
  minWidth: 0,
  overflowX: 'auto',
  scrollbarWidth: 'none',
} as const
const CHIP = {
  display: 'inline-flex',
  flexShrink: 0,
  alignItems: 'center',
  gap: 0.75,
  px: 1,
  height: 28,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  fontSize: 12.5,
  fontVariantNumeric: 'tabular-nums',
  '&[aria-pressed=true]': { bgcolor: 'action.selected', borderColor: 'primary.main' },
} as const
