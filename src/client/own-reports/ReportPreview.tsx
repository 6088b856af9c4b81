import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { JsonObject } from '../../model/json'
import { previewOwnReportCall } from '../../model/own-report-calls'
import { Notice } from '../../ui/show/Notice'
import { useProvider } from '../console/provider'
import type { Asked } from '../console/use-asked'
import { errorsIn, failureText } from '../provider/failure'
import { Blocks } from '../report/Blocks'
import { ReportAskProvider, type ReportAsk } from '../report/report-ask'
import { useReportTitles } from '../report/report-titles'
import type { CallRequest, CallResponse } from '../../model/call'

type Preview = Asked<CallRequest<typeof previewOwnReportCall>, CallResponse<typeof previewOwnReportCall>>

/** What a report shows while somebody makes it; while it cannot be counted, why, above what it was. */
export function ReportPreview({ preview, isEmpty }: { preview: Preview; isEmpty: boolean }) {
  const translate = useTranslate()
  const { answer, asked, failure, busy } = preview
  const places = Object.keys(errorsIn(failure))
  return (
    <Box
      component="section"
      aria-label={translate('own_reports.preview')}
      aria-busy={busy}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Typography variant="subtitle2" component="h2" sx={{ color: 'text.secondary' }}>
        {translate('own_reports.preview')}
      </Typography>
      {failure !== null && failure !== undefined && !isEmpty && (
        <Alert severity={places.length > 0 ? 'info' : 'error'}>
          {places.length > 0 ? translate('own_reports.unfinished') : failureText(failure, translate)}
        </Alert>
      )}
      {isEmpty && !answer && (
        <Notice icon="empty" title={translate('own_reports.begin')} text={translate('own_reports.begin_text')} />
      )}
      {answer && asked && <Drawn answer={answer} definition={asked.definition} />}
    </Box>
  )
}

const NO_QUERY: JsonObject = {}

function Drawn({
  answer: { report, answer },
  definition,
}: {
  answer: CallResponse<typeof previewOwnReportCall>
  definition: JsonObject
}) {
  const provider = useProvider()
  const titles = useReportTitles(report)
  const ask = useMemo<ReportAsk>(
    () => async (_path, query, options) =>
      (await provider.call(previewOwnReportCall, { definition, query: query as JsonObject }, options)).answer,
    [provider, definition],
  )
  return (
    <ReportAskProvider value={ask}>
      <Blocks report={report} titles={titles} answer={answer} query={NO_QUERY} options={[]} />
    </ReportAskProvider>
  )
}
