import { memo } from 'react'
import { Badge, useDisplayStyle, useSay } from '#engine/ui'
import type { Job } from '../../../services/model'
import type { JobKind } from '../../model/job-kind'
import { latenessOf } from '../../model/lateness'
import type { RowLines } from './rows-style'
import { ageText, driverText, lateText, operatorText, pickUpText, jobPlace } from './job-words'

interface Props {
  readonly id: string
  readonly job: Job
  readonly kind: JobKind
  readonly place: number
  readonly count: number
  readonly top_px: number
  readonly lines: RowLines
  readonly current: boolean
  readonly chosen: boolean
  /** A vehicle is carried over it. */
  readonly over: boolean
  readonly now_ms: number
}

/**
 * One ride of the panel. Plain elements, styled by the list around them, which also takes what is done with them: fifty
 * rows are drawn at each poll.
 */
export const JobRow = memo(function JobRow({
  id,
  job,
  kind,
  place,
  count,
  top_px,
  lines,
  current,
  chosen,
  over,
  now_ms,
}: Props) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const age = ageText(job, kind, now_ms, say)
  // What will be late, while there is time left to do something about it.
  const late = job.state === 'accepted' || job.state === 'onway' ? lateText(job, say) : ''
  const when = pickUpText(job.date_pickup, now_ms, zone, say)
  const from = jobPlace(job.org_name, job.org_address)
  const to = jobPlace(job.dst_name, job.dst_address)
  const driver = driverText(job, say)
  const state = (
    <Badge color={job.state_obj.color} icon={job.state_obj.icon}>
      {job.state_obj.name}
    </Badge>
  )
  const className = ['job', current && 'current', chosen && 'chosen', over && 'over'].filter(Boolean).join(' ')
  const mark = job.given_back === null && job.lost === 0 && job.handed_over === 0 ? '' : ' warned'
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-job={job.id}
      data-kind={kind}
      data-late={latenessOf(job) ?? undefined}
      className={className}
      style={{ top: top_px }}
    >
      {lines === 1 ? (
        <>
          <span className="id">{`#${job.id}`}</span>
          <span className="state">{state}</span>
          <span className="age" title={late ? `${age} · ${late}` : undefined}>
            {late || age}
          </span>
          <span className="when">{when}</span>
          <span className="main" title={job.cl_phone ?? undefined}>
            {job.cl_name}
          </span>
          <span className="route" title={`${from} → ${to}`}>
            {from}
            <i>{` → ${to}`}</i>
          </span>
          <span className={`driver${mark}`} title={driver}>
            {driver}
          </span>
          <span className="side product">{[job.pr_name, job.br_name].filter(Boolean).join(' · ')}</span>
          <span className="side operator">{operatorText(job, say)}</span>
        </>
      ) : lines === 2 ? (
        <>
          <span className="head">
            {state}
            <b>{job.cl_name}</b>
            <em className={`driver${mark}`}>{driver}</em>
            <span className="age">{late || age}</span>
          </span>
          <span>
            <span className="way" title={`${from} → ${to}`}>
              {when}
              {' · '}
              {from}
              <i>{` → ${to}`}</i>
            </span>
            <em className="side">{[`#${job.id}`, job.pr_name, operatorText(job, say)].filter(Boolean).join(' · ')}</em>
          </span>
        </>
      ) : (
        <>
          <span className="head">
            {state}
            <b>{job.cl_name}</b>
            <span className="age">{late || age}</span>
          </span>
          <span>
            {when}
            {' · '}
            {from}
            <i>{` → ${to}`}</i>
          </span>
          <span className="side">
            <em className={`driver${mark}`}>{driver}</em>
            {[`#${job.id}`, job.pr_name, operatorText(job, say)]
              .filter(Boolean)
              .map((text) => ` · ${text}`)
              .join('')}
          </span>
        </>
      )}
    </div>
  )
})
