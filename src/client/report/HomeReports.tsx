import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { FailedAlert } from '../console/FailedAlert'
import type { JsonObject } from '../../model/json'
import { ownReportPath, type OwnReportItem } from '../../model/own-report'
import { listOwnReportsCall, ownReportPageCall } from '../../model/own-report-calls'
import type { Report } from '../../model/report'
import { useCall } from '../console/use-call'
import { Blocks } from './Blocks'
import { useReportTitles } from './report-titles'
import { useReport } from './use-report'

/** The reports that somebody has put on their first page. */
export default function HomeReports() {
  const { answer } = useCall(listOwnReportsCall, {}, { quiet: true })
  return (
    <>
      {answer?.items
        .filter(({ kept }) => kept.home)
        .map((item) => (
          <OneReport key={item.id} item={item} />
        ))}
    </>
  )
}

function OneReport({ item: { id, name } }: { item: OwnReportItem }) {
  const { answer, failure, retry } = useCall(ownReportPageCall, { id }, { quiet: true })
  return (
    <Box component="section" aria-label={name} sx={{ display: 'flex', flexDirection: 'column', gap: 1.25, mt: 1 }}>
      <Typography variant="h3" component="h2">
        <Link component={LinkBase} to={`/${ownReportPath(id)}`} color="inherit">
          {name}
        </Link>
      </Typography>
      {failure !== null && <FailedAlert failure={failure} onRetry={retry} />}
      {answer ? <Drawn report={answer.report} /> : failure === null && <Skeleton variant="rounded" height={160} />}
    </Box>
  )
}

const NO_QUERY: JsonObject = {}

function Drawn({ report }: { report: Report }) {
  const titles = useReportTitles(report)
  const { answer, failure, retry } = useReport(report, NO_QUERY)
  if (failure !== null && failure !== undefined) return <FailedAlert failure={failure} onRetry={retry} />
  return <Blocks report={report} titles={titles} answer={answer} query={NO_QUERY} options={[]} />
}
