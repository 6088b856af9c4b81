import Close from '@mui/icons-material/Close'
import OpenInNew from '@mui/icons-material/OpenInNew'
import TvIcon from '@mui/icons-material/TvOutlined'
import SouthIcon from '@mui/icons-material/South'
import NorthIcon from '@mui/icons-material/North'
import VerticalSplit from '@mui/icons-material/VerticalSplitOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import ViewHeadline from '@mui/icons-material/ViewHeadline'
import HorizontalSplit from '@mui/icons-material/HorizontalSplitOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Tooltip from '@mui/material/Tooltip'
import { memo, useMemo, type ReactNode } from 'react'
import { useHref } from 'react-router-dom'
import { useSay } from '#engine/ui'
import type { Job } from '../../../services/model'
import { JOB_SORTS, type JobSort, type OrderedJobs } from '../../model/job-order'
import { useSame } from '../live/use-same'
import { type FilterChoice, JobsFilter } from './JobsFilter'
import { JobsColumns } from './JobsColumns'
import { KindChips } from './KindChips'
import type { Dock, JobsView } from './use-jobs-view'

export interface JobsPlace {
  readonly dock: Dock
  readonly onDock: (dock: Dock) => void
  readonly onTearOff: () => void
  readonly onClose: () => void
}

interface Props {
  readonly jobs: readonly Job[]
  readonly ordered: OrderedJobs
  /** Rows stand on one line. */
  readonly wide: boolean
  readonly view: JobsView
  readonly onView: (change: Partial<JobsView>) => void
  /** Null where it stands by itself. */
  readonly place: JobsPlace | null
}

/**
 * Over the rides: which are shown, in what order, and where the panel stands. Each part is drawn again for what it
 * shows alone.
 */
export function JobsHead({ jobs, ordered, wide, view, onView, place }: Props) {
  const say = useSay()
  const branches = useSame(useMemo(() => choicesOf(jobs, ({ id_branch, br_name }) => [id_branch, br_name]), [jobs]))
  const products = useSame(useMemo(() => choicesOf(jobs, ({ id_product, pr_name }) => [id_product, pr_name]), [jobs]))
  const counts = useSame(ordered.counts)
  return (
    <Box sx={HEAD}>
      <Box component="h2" sx={TITLE}>
        {say('dispatcher.jobs.title')}
      </Box>
      <Kinds counts={counts} kinds={view.kinds} onView={onView} />
      <Order branches={branches} products={products} view={view} onView={onView} />
      <Places wide={wide} hidden={view.hidden} onView={onView} place={place} />
    </Box>
  )
}

type View = Pick<Props, 'view' | 'onView'>

const Kinds = memo(function Kinds({
  counts,
  kinds,
  onView,
}: { readonly counts: OrderedJobs['counts']; readonly kinds: JobsView['kinds'] } & Pick<Props, 'onView'>) {
  return <KindChips counts={counts} kinds={kinds} onKinds={(next) => onView({ kinds: next })} />
})

const Order = memo(function Order({
  branches,
  products,
  view,
  onView,
}: View & { readonly [of in 'branches' | 'products']: readonly FilterChoice[] }) {
  const say = useSay()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {branches.length > 1 && (
        <JobsFilter
          label={say('dispatcher.jobs.branch')}
          choices={branches}
          chosen={view.branches}
          onChoose={(chosen) => onView({ branches: chosen })}
        />
      )}
      {products.length > 1 && (
        <JobsFilter
          label={say('dispatcher.jobs.product')}
          choices={products}
          chosen={view.products}
          onChoose={(chosen) => onView({ products: chosen })}
        />
      )}
      <Select<JobSort>
        variant="standard"
        disableUnderline
        size="small"
        value={view.sort}
        onChange={({ target }) => onView({ sort: target.value, down: false })}
        inputProps={{ 'aria-label': say('dispatcher.jobs.sort') }}
        sx={{ fontSize: 13, px: 0.5 }}
      >
        {JOB_SORTS.map((sort) => (
          <MenuItem key={sort} value={sort}>
            {say(`dispatcher.jobs.sorts.${sort}`)}
          </MenuItem>
        ))}
      </Select>
      <Press
        label={say(view.down ? 'dispatcher.jobs.down' : 'dispatcher.jobs.up')}
        onPress={() => onView({ down: !view.down })}
      >
        {view.down ? <SouthIcon sx={SMALL} /> : <NorthIcon sx={SMALL} />}
      </Press>
    </Box>
  )
})

const Places = memo(function Places({
  wide,
  hidden,
  onView,
  place,
}: Pick<Props, 'wide' | 'onView' | 'place'> & { readonly hidden: JobsView['hidden'] }) {
  const say = useSay()
  const wall = useHref('/dispatcher_wall')
  return (
    <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
      {wide && <JobsColumns hidden={hidden} onHide={(next) => onView({ hidden: next })} />}
      <Tooltip title={say('dispatcher.wall.open')}>
        <IconButton
          size="small"
          component="a"
          href={wall}
          target="_blank"
          rel="noopener"
          aria-label={say('dispatcher.wall.open')}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <TvIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {place && (
        <>
          <Press
            label={say(place.dock === 'alone' ? 'dispatcher.jobs.with_map' : 'dispatcher.jobs.alone')}
            onPress={() => place.onDock(place.dock === 'alone' ? 'under' : 'alone')}
          >
            {place.dock === 'alone' ? <MapIcon fontSize="small" /> : <ViewHeadline fontSize="small" />}
          </Press>
          <Press
            label={say(place.dock === 'under' ? 'dispatcher.jobs.beside' : 'dispatcher.jobs.under')}
            onPress={() => place.onDock(place.dock === 'under' ? 'beside' : 'under')}
          >
            {place.dock === 'under' ? <VerticalSplit fontSize="small" /> : <HorizontalSplit fontSize="small" />}
          </Press>
          <Press label={say('dispatcher.jobs.tear_off')} onPress={place.onTearOff}>
            <OpenInNew fontSize="small" />
          </Press>
          <Press label={say('dispatcher.jobs.close')} onPress={place.onClose}>
            <Close fontSize="small" />
          </Press>
        </>
      )}
    </Box>
  )
})

const Press = ({
  label,
  onPress,
  children,
}: {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
}) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} onClick={onPress}>
      {children}
    </IconButton>
  </Tooltip>
)

function choicesOf(
  jobs: readonly Job[],
  of: (job: Job) => readonly [id: number | null, name: string | null],
): readonly FilterChoice[] {
  const found = new Map<number, string>()
  for (const job of jobs) {
    const [id, name] = of(job)
    if (id !== null) found.set(id, name ?? `#${id}`)
  }
  return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

const HEAD = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1,
  rowGap: 0.5,
  px: 1.5,
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
  flexShrink: 0,
} as const
// On a phone the tab says it.
const TITLE = { m: 0, fontSize: 14, fontWeight: 600, display: { xs: 'none', sm: 'block' } } as const
const SMALL = { fontSize: 16 } as const
