import EventAvailable from '@mui/icons-material/EventAvailable'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Message, useHeldKeys, useSay } from '#engine/ui'
import { useUndoDeed } from '../../../services/client/public'
import type { Job } from '../../../services/model'
import { orderedJobs } from '../../model/job-order'
import type { LiveVehicle } from '../../model/live-vehicle'
import { useRideCarry } from '../drop/ride-carry'
import { useGrab } from '../drop/use-grab'
import { Failed } from '../live/Failed'
import { useOnNews } from '../live/on-news'
import { useNow } from '../live/use-now'
import type { BoardDialogsState } from '../screen/BoardDialogs'
import { useAssignJobs } from './AssignJobs'
import { JobsBar } from './JobsBar'
import { JobsHead, type JobsPlace } from './JobsHead'
import { JobsList } from './JobsList'
import { linesIn, type RowLines } from './rows-style'
import { useChoice } from './use-choice'
import { useJobKeys } from './use-job-keys'
import { useLateQueue } from './use-late-queue'
import { useJobs } from './use-jobs'
import type { JobsView } from './use-jobs-view'
import { useSearchJobs } from './use-search-jobs'

export interface JobsRoomProps {
  readonly view: JobsView
  readonly onView: (change: Partial<JobsView>) => void
  readonly mayEdit: boolean
  readonly dialogs: Pick<BoardDialogsState, 'findDriver' | 'info'>
  /** The vehicle that is chosen on the board. */
  readonly vehicle: LiveVehicle | null
  /** Null where it stands by itself. */
  readonly place: JobsPlace | null
  /** The list, for whoever brings the focus there. */
  readonly list: RefObject<HTMLElement | null>
  /** The list has come. */
  readonly onReady?: () => void
}

const DecideLate = lazy(() => import('./DecideLate'))

const NO_JOBS: readonly Job[] = []

/**
 * The rides that are not over, as a list to work from: what is late, on air, due, under way and booked, and what is
 * done about it.
 */
export default function JobsRoom({ view, onView, mayEdit, dialogs, vehicle, place, list, onReady }: JobsRoomProps) {
  const say = useSay()
  const held = useHeldKeys()
  const now_ms = useNow()
  const { answer, failure, again } = useJobs()
  const jobs = answer?.items ?? NO_JOBS
  const ordered = useMemo(() => orderedJobs(jobs, view, now_ms), [jobs, view, now_ms])
  const choice = useChoice(useMemo(() => ordered.shown.map(({ job }) => job.id), [ordered]))
  const about = useMemo(
    () => choice.about.flatMap((id) => jobs.find((job) => job.id === id) ?? []),
    [choice.about, jobs],
  )
  const [assign, question] = useAssignJobs(again)
  const search = useSearchJobs(again)
  const [room, lines] = useLines()
  const carry = useRideCarry()
  const opened = (open: (id: number) => void, id: number): void => {
    held.hold('opening')
    open(id)
  }
  const open = (id: number): void => opened(dialogs.info, id)
  const grab = useGrab((id: number, at) => {
    const those = choice.chosen.has(id) ? about : jobs.filter((job) => job.id === id)
    const [first] = those
    if (!first) return
    const name =
      those.length > 1
        ? say('dispatcher.jobs.chosen', { smart_count: those.length })
        : [`#${id}`, first.cl_name].filter(Boolean).join(' · ')
    carry?.begin({ ids: those.map((job) => job.id), name, onDrop: (taker) => assign(those, taker) }, at)
  })
  useImperativeHandle(carry?.takeJob, () => (taker: LiveVehicle, id: number) => {
    if (mayEdit)
      assign(
        jobs.filter((job) => job.id === id),
        taker,
      )
  })
  const onNews = useOnNews()
  const { last, undo } = useUndoDeed((id) => onNews(id, null))
  const [undecided, wait] = useLateQueue(jobs, now_ms)
  const [deciding, setDeciding] = useState<number | null>(null)
  // Somebody else has decided, or the driver made up for it: the question does not come back by itself.
  if (deciding !== null && !undecided.some(({ id }) => id === deciding)) setDeciding(null)
  const late = undecided.find(({ id }) => id === choice.current) ?? undecided[0]
  const verbs = {
    open,
    assign:
      mayEdit && about.length === 1 && about.every(mayGoOn)
        ? () => opened(dialogs.findDriver, about[0]?.id ?? 0)
        : undefined,
    search: mayEdit && about.some(isIdle) ? () => void search(about.filter(isIdle).map(({ id }) => id)) : undefined,
    toVehicle:
      mayEdit && vehicle && about.length > 0 && about.every(mayChange)
        ? { name: vehicle.plate, run: () => assign(about, vehicle) }
        : undefined,
    decide: mayEdit && late ? { count: undecided.length, run: () => opened(setDeciding, late.id) } : undefined,
    undo: last && (() => void undo(last)),
    clear: choice.clear,
  }
  const onKey = useJobKeys({ view, onView, verbs, several: about.length > 1, list, onClose: place?.onClose })
  const isReady = answer !== null
  useLayoutEffect(() => {
    if (isReady) onReady?.()
  }, [isReady, onReady])
  return (
    <Box ref={room} component="section" aria-label={say('dispatcher.jobs.title')} sx={ROOM}>
      <JobsHead jobs={jobs} ordered={ordered} wide={lines === 1} view={view} onView={onView} place={place} />
      {answer && failure !== null && (
        <Box role="status" sx={STALE}>
          {say('dispatcher.jobs.stale')}
        </Box>
      )}
      {!answer &&
        (failure === null ? (
          <Waiting />
        ) : (
          <Failed title={say('dispatcher.jobs.failed')} failure={failure} onRetry={again} />
        ))}
      {answer && (
        <JobsList
          jobs={ordered.shown}
          choice={choice}
          lines={lines}
          hidden={view.hidden}
          now_ms={now_ms}
          over={carry?.overJob ?? null}
          list={list}
          onOpen={open}
          onKey={onKey}
          onGrab={carry && mayEdit ? grab : nothing}
        />
      )}
      {answer && ordered.shown.length === 0 && (
        <Box sx={EMPTY}>
          <Empty filtered={jobs.length > 0} onAll={() => onView({ kinds: [], branches: [], products: [] })} />
        </Box>
      )}
      {answer && answer.total > jobs.length && (
        <Box sx={STALE}>{say('dispatcher.jobs.more', { smart_count: answer.total - jobs.length })}</Box>
      )}
      {answer && <JobsBar about={about} chosen={choice.chosen.size} verbs={verbs} />}
      {question}
      {deciding !== null && (
        <Suspense>
          <DecideLate
            queue={undecided}
            id={deciding}
            now_ms={now_ms}
            onGo={setDeciding}
            onFindDriver={dialogs.findDriver}
            onDone={(job) => {
              wait(job)
              again()
            }}
            onClose={() => setDeciding(null)}
          />
        </Suspense>
      )}
    </Box>
  )
}

const nothing = (): void => undefined
/** Nobody is asked yet, and nobody has it. */
const isIdle = ({ state, id_driver }: Job): boolean =>
  id_driver === null && (state === 'created' || state === 'unassigned')
/** Another driver may have it; a passenger aboard is handed over to them. */
const mayGoOn = ({ state }: Job): boolean => state !== 'arrived'
/** A passenger aboard stays with their driver. */
const mayChange = ({ state }: Job): boolean => state !== 'started' && state !== 'arrived'

/** On how many lines rows stand, by the room that they have. */
function useLines(): readonly [RefObject<HTMLElement | null>, RowLines] {
  const room = useRef<HTMLElement>(null)
  const [lines, setLines] = useState<RowLines>(3)
  useLayoutEffect(() => {
    const element = room.current
    if (!element) return undefined
    const look = (): void => setLines(linesIn(element.clientWidth))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [room, lines]
}

function Empty({ filtered, onAll }: { readonly filtered: boolean; readonly onAll: () => void }) {
  const say = useSay()
  if (!filtered)
    return (
      <Message icon={<EventAvailable />} title={say('dispatcher.jobs.none')} text={say('dispatcher.jobs.none_text')} />
    )
  return (
    <Message
      icon={<EventAvailable />}
      title={say('dispatcher.jobs.no_match')}
      action={
        <Button variant="outlined" onClick={onAll}>
          {say('dispatcher.show_all')}
        </Button>
      }
    />
  )
}

const Waiting = () => (
  <Box aria-hidden sx={{ px: 1.5, flex: 1, minHeight: 0, overflow: 'hidden' }}>
    {Array.from({ length: 8 }, (_, i) => (
      <Skeleton key={i} variant="text" sx={{ height: 36 }} />
    ))}
  </Box>
)

const ROOM = {
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.paper',
  position: 'relative',
} as const
const EMPTY = {
  position: 'absolute',
  insetInline: 0,
  top: '50%',
  transform: 'translateY(-40%)',
  display: 'grid',
  placeItems: 'center',
  p: 2,
  pointerEvents: 'none',
  '& button': { pointerEvents: 'auto' },
} as const
const STALE = { px: 1.5, py: 0.5, fontSize: 12.5, color: 'text.secondary', flexShrink: 0 } as const
