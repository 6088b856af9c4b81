import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { useMemo, useState, type ReactNode } from 'react'
import type { Report } from '../../model/report'
import { maySee } from '../../model/rights/rights'
import type { ReportAnswer } from '../../model/report-answer'
import { todayIn } from '../../model/values/zone-time'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { DateRange } from '../../ui/inputs/DateRange'
import { presetOf } from '../../ui/inputs/date-presets'
import { dateText } from '../../ui/show/date-text'
import { useConsole } from '../console/console'
import { useMenu } from '../console/use-menu'
import { useDisplayStyle } from '../../ui/show/style'
import { ReportFilters } from './ReportFilters'
import type { ReportState } from './report-state'
import type { ReportTitles } from './report-titles'

interface ReportBarProps {
  readonly report: Report
  readonly titles: ReportTitles
  readonly title: string
  readonly state: ReportState
  readonly answer: ReportAnswer | null
  readonly busy: boolean
  readonly onRefresh: () => void
  /** Beside the print. */
  readonly actions?: ReactNode
}

/** The title of a report, what it asks for, and how it goes out. */
export function ReportBar({ report, titles, title, state, answer, busy, onRefresh, actions }: ReportBarProps) {
  const translate = useTranslate()
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h1">{title}</Typography>
        {answer?.from && answer.to && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {answer.from === answer.to
              ? dateText(answer.from)
              : translate('report.days', { from: dateText(answer.from), to: dateText(answer.to) })}
          </Typography>
        )}
      </Box>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
        <ReportLinks report={report} />
        {report.options.map((option) => (
          <FormControlLabel
            key={option.id}
            sx={{ marginInlineStart: 0 }}
            control={
              <Switch
                size="small"
                checked={state.isOn(option.id)}
                onChange={(_event, on) => state.set({ [option.id]: on ? 1 : null })}
              />
            }
            label={titles.option(option)}
          />
        ))}
        <ReportFilters report={report} state={state} />
        {report.days.kind === 'year' && <YearChoice years={report.days.years} state={state} />}
        {report.days.kind === 'range' && <DaysButton state={state} answer={answer} />}
        <Tooltip title={translate('report.refresh')}>
          <span>
            <IconButton aria-label={translate('report.refresh')} disabled={busy} onClick={onRefresh}>
              <RefreshIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title={translate('report.print')}>
          <IconButton aria-label={translate('report.print')} onClick={() => window.print()}>
            <PrintIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        {actions}
      </Stack>
    </Stack>
  )
}

/** The catalogues behind its numbers, for those who may see them. */
function ReportLinks({ report: { links = [] } }: { report: Report }) {
  const { model, actor } = useConsole()
  const translate = useTranslate()
  return links.flatMap((name) => {
    const resource = model.resources[name]
    if (!resource || !maySee(actor, resource)) return []
    return [
      <Button
        key={name}
        variant="outlined"
        color="inherit"
        component={LinkBase}
        to={resource.route}
        sx={{ borderColor: 'divider' }}
      >
        {translate(`resources.${name}.name`, { smart_count: 2, _: resource.title })}
      </Button>,
    ]
  })
}

function YearChoice({ years, state }: { years: number; state: ReportState }) {
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const last = Number(todayIn(zone).slice(0, 4))
  const options = useMemo(
    () => Array.from({ length: years }, (_, i) => ({ value: String(last - i), label: String(last - i) })),
    [years, last],
  )
  return (
    <Box sx={{ width: 130 }}>
      <ChoiceSelect
        source="year"
        label={translate('report.year')}
        value={String(state.query.year ?? last)}
        options={options}
        required
        disabled={false}
        onChange={(year) => state.set({ year: year === String(last) ? null : year })}
      />
    </Box>
  )
}

/** The days that are asked for, and the usual periods to choose from. */
function DaysButton({ state, answer }: { state: ReportState; answer: ReportAnswer | null }) {
  const translate = useTranslate()
  const { button, menu } = useMenu()
  const { zone } = useDisplayStyle()
  const span = {
    from: typeof state.query.date_from === 'string' ? state.query.date_from : (answer?.from ?? null),
    to: typeof state.query.date_to === 'string' ? state.query.date_to : (answer?.to ?? null),
  }
  const preset = presetOf(span, todayIn(zone))
  const text = preset
    ? translate(`dates.${preset}`)
    : span.from && span.to
      ? `${dateText(span.from)} – ${dateText(span.to)}`
      : translate('report.choose_days')
  const [draft, setDraft] = useState<{ readonly from: string | null; readonly to: string | null } | null>(null)
  const shown = draft ?? span
  return (
    <>
      <Button
        {...button}
        aria-haspopup="dialog"
        variant="outlined"
        color="inherit"
        startIcon={<CalendarIcon fontSize="small" />}
        aria-label={`${translate('report.choose_days')}: ${text}`}
      >
        {text}
      </Button>
      <Popover
        id={menu.id}
        open={menu.open}
        anchorEl={menu.anchorEl}
        onClose={() => {
          menu.onClose()
          setDraft(null)
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': translate('report.choose_days'),
            sx: { p: 2, width: 380, maxWidth: '94vw' },
          },
        }}
      >
        <DateRange
          name="days"
          label={translate('report.choose_days')}
          span={shown}
          autoFocus
          onChange={(next) => {
            setDraft(next)
            // Half a range is not asked for.
            if (next.from && next.to) state.set({ date_from: next.from, date_to: next.to })
          }}
        />
      </Popover>
    </>
  )
}
