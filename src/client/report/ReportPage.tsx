import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, type ReactNode } from 'react'
import { FailedAlert } from '../console/FailedAlert'
import { FailedNotice } from '../console/FailedNotice'
import { OWN_REPORTS } from '../../model/own-report'
import type { Report } from '../../model/report'
import { dateTimeText } from '../../ui/show/date-text'
import { LiveText } from '../../ui/show/LiveText'
import { usePageTitle } from '../../ui/show/page-title'
import { useDisplayStyle } from '../../ui/show/style'
import { useConsole } from '../console/console'
import { useShell } from '../console/shell-context'
import { mayUseModule } from '../session/may-open'
import { Blocks } from './Blocks'
import { PRINTED } from './print-style'
import { ReportBar } from './ReportBar'
import { useReportState } from './report-state'
import { useReportTitles } from './report-titles'
import { useReport } from './use-report'

const HomeReports = lazy(() => import('./HomeReports'))

interface ReportPageProps {
  readonly report: Report
  /** It is somebody's first page, and greets them. */
  readonly home?: boolean
  /** What else people do with it, beside the print. */
  readonly actions?: ReactNode
  /** Before its blocks. */
  readonly above?: ReactNode
}

/** A page of numbers over several catalogues. */
export default function ReportPage({ report, home = false, actions, above }: ReportPageProps) {
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const titles = useReportTitles(report)
  const state = useReportState(report)
  const { verified } = useShell()
  const { actor } = useConsole()
  const { answer, failure, busy, retry } = useReport(report, state.query)
  usePageTitle(home ? translate('shell.home_title') : titles.report, 0)
  const name = String(verified.user.data['displayName'] ?? '').split(' ')[0] ?? ''
  const options = report.options.filter(({ id }) => state.isOn(id))
  const isLost = answer === null && failure !== null && failure !== undefined
  return (
    <Box
      sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 1600, minWidth: 0 }}
      className="report"
      aria-busy={busy}
    >
      <GlobalStyles styles={PRINTED} />
      <ReportBar
        report={report}
        titles={titles}
        title={home ? translate('shell.welcome', { name }) : titles.report}
        state={state}
        answer={answer}
        busy={busy}
        onRefresh={retry}
        actions={actions}
      />
      {above}
      {isLost ? (
        <FailedNotice title={translate('report.failed')} failure={failure} busy={busy} onRetry={retry} />
      ) : (
        <>
          {failure !== null && failure !== undefined && <FailedAlert failure={failure} onRetry={retry} />}
          <Blocks report={report} titles={titles} answer={answer} query={state.query} options={options} />
          {home && mayUseModule(actor, OWN_REPORTS, 'see') && (
            <Suspense>
              <HomeReports />
            </Suspense>
          )}
          {answer && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {translate('stats.as_of', { time: dateTimeText(answer.as_of, zone) })}
            </Typography>
          )}
        </>
      )}
      <LiveText text={answer && !busy ? translate('stats.loaded') : ''} />
    </Box>
  )
}
