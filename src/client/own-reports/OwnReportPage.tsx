import MoreIcon from '@mui/icons-material/MoreVert'
import Alert from '@mui/material/Alert'
import IconButton from '@mui/material/IconButton'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { FailedNotice } from '../console/FailedNotice'
import { OWN_REPORTS, type OwnReportPage as Page } from '../../model/own-report'
import { ownReportPageCall } from '../../model/own-report-calls'
import type { Report } from '../../model/report'
import { useProvider } from '../console/provider'
import { useCall } from '../console/use-call'
import { NotFound } from '../console/NotFound'
import { PageLoading } from '../layout/PageLoading'
import { statusOf } from '../provider/failure'
import ReportPage from '../report/ReportPage'
import { useReportState } from '../report/report-state'
import { EntriesMenu } from '../resource/actions/EntriesMenu'
import { ExportMenu } from '../resource/export/ExportMenu'
import { useOwnReport } from './use-own-report'

/** A saved report, as the page of any report. */
export default function OwnReportPage() {
  const { id } = useParams()
  const translate = useTranslate()
  const isId = /^[1-9]\d{0,8}$/.test(id ?? '')
  const { answer, failure, retry } = useCall(ownReportPageCall, isId ? { id: Number(id) } : null)
  if (!isId || statusOf(failure) === 404) return <NotFound />
  if (failure !== null)
    return <FailedNotice page title={translate('report.failed')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  return <Shown key={answer.item.id} page={answer} onKept={retry} />
}

function Shown({ page: { item, report, lost }, onKept }: { page: Page; onKept: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { entries, dialogs } = useOwnReport(item, (what) =>
    what === 'removed' ? void navigate(`/${OWN_REPORTS}`) : onKept(),
  )
  const more = translate('own_reports.more')
  return (
    <>
      <ReportPage
        report={report}
        actions={
          <>
            <Files report={report} />
            <IconButton aria-label={more} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
              <MoreIcon fontSize="small" />
            </IconButton>
          </>
        }
        above={lost.map(({ title, reason }, at) => (
          <Alert key={at} severity="warning">
            {translate('own_reports.lost', { title, reason })}
          </Alert>
        ))}
      />
      <EntriesMenu anchor={anchor} label={more} entries={entries} onClose={() => setAnchor(null)} />
      {dialogs}
    </>
  )
}

/** All blocks as one file, about the days that the page is about. */
function Files({ report }: { report: Report }) {
  const provider = useProvider()
  const { query } = useReportState(report)
  if (report.blocks.length === 0) return null
  return (
    <ExportMenu
      formats={['xlsx', 'csv', 'pdf', 'html']}
      run={(format, options) => provider.reportFile(report.path, query, format, options)}
    />
  )
}
