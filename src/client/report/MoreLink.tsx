import Link from '@mui/material/Link'
import { LinkBase } from 'react-admin'
import type { JsonObject } from '../../model/json'
import type { Report } from '../../model/report'
import { useSay } from '../../ui/show/style'

/** The way from a block to the report that tells more of it, about the same days and with the same switches. */
export function MoreLink({
  report,
  query,
  label,
}: {
  readonly report: Report
  readonly query: JsonObject
  readonly label: string
}) {
  const say = useSay()
  const days = report.days.kind === 'range' ? ['date_from', 'date_to'] : report.days.kind === 'year' ? ['year'] : []
  const kept = [...days, ...report.options.map(({ id }) => id)].flatMap((name) =>
    query[name] === undefined ? [] : [[name, String(query[name])]],
  )
  const search = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  return (
    <Link
      component={LinkBase}
      to={`/${report.path}${search}`}
      aria-label={`${label}: ${say('report.more')}`}
      sx={{ fontSize: 13, whiteSpace: 'nowrap', alignSelf: 'center' }}
    >
      {say('report.more')}
    </Link>
  )
}
