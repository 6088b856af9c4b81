import AddIcon from '@mui/icons-material/Add'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import MoreIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { useState } from 'react'
import { FailedNotice } from '../console/FailedNotice'
import { OWN_REPORTS, ownReportPath, SHARED, type OwnReportItem } from '../../model/own-report'
import { listOwnReportsCall } from '../../model/own-report-calls'
import { hourText, weekdayText } from '../../ui/show/date-text'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useDisplayStyle } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { PageLoading } from '../layout/PageLoading'
import { EntriesMenu } from '../resource/actions/EntriesMenu'
import { useOwnReport } from './use-own-report'

/** The reports that somebody has made, and those that others share with them. */
export default function OwnReportsPage() {
  const translate = useTranslate()
  const { answer, failure, retry } = useCall(listOwnReportsCall, {})
  const [menu, setMenu] = useState<{ readonly item: OwnReportItem; readonly anchor: HTMLElement } | null>(null)
  const { entries, dialogs } = useOwnReport(menu?.item ?? null, retry)
  const [open, setOpen] = useState(false)
  const title = translate('modules.own_reports')
  usePageTitle(title, 0)
  const add = (
    <Button component={LinkBase} to={`/${OWN_REPORTS}/new`} variant="contained" startIcon={<AddIcon />}>
      {translate('own_reports.new')}
    </Button>
  )
  if (failure !== null)
    return <FailedNotice page title={translate('own_reports.failed')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  const groups = [
    ['mine', answer.items.filter(({ own }) => own)],
    ['of_others', answer.items.filter(({ own }) => !own)],
  ] as const
  return (
    <Box sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 1120 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {answer.items.length > 0 && add}
      </Stack>
      {answer.items.length === 0 && (
        <Notice
          icon="empty"
          title={translate('own_reports.none')}
          text={translate('own_reports.none_text')}
          action={add}
        />
      )}
      {groups
        .filter(([, items]) => items.length > 0)
        .map(([group, items]) => (
          <Box component="section" key={group} aria-label={translate(`own_reports.${group}`)}>
            <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
              {translate(`own_reports.${group}`)}
            </Typography>
            <Box
              component="ul"
              sx={{
                m: 0,
                p: 0,
                listStyle: 'none',
                display: 'grid',
                gap: 1,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(300px, 1fr))' },
              }}
            >
              {items.map((item) => (
                <Card
                  key={item.id}
                  item={item}
                  onMenu={(anchor) => {
                    setMenu({ item, anchor })
                    setOpen(true)
                  }}
                />
              ))}
            </Box>
          </Box>
        ))}
      <EntriesMenu
        anchor={open ? (menu?.anchor ?? null) : null}
        label={translate('own_reports.more')}
        entries={entries}
        onClose={() => setOpen(false)}
      />
      {dialogs}
    </Box>
  )
}

function Card({ item, onMenu }: { item: OwnReportItem; onMenu: (anchor: HTMLElement) => void }) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  const { id, name, by, shared, kept } = item
  const whose = by ?? translate(shared === SHARED.nobody ? 'own_reports.private' : `own_reports.shared_${shared}`)
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: 'flex', alignItems: 'flex-start', gap: 1, minWidth: 0 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link component={LinkBase} to={`/${ownReportPath(id)}`} noWrap sx={{ display: 'block', fontWeight: 600 }}>
          {name}
        </Link>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {whose}
        </Typography>
        {(kept.home || kept.mail) && (
          <Stack direction="row" sx={{ gap: 1.5, mt: 0.5, color: 'text.secondary', flexWrap: 'wrap' }}>
            {kept.home && <Kept icon={<HomeIcon sx={{ fontSize: 16 }} />} text={translate('own_reports.at_home')} />}
            {kept.mail && (
              <Kept
                icon={<MailIcon sx={{ fontSize: 16 }} />}
                text={`${weekdayText(kept.weekday - 1, language)} ${hourText(kept.hour)}`}
              />
            )}
          </Stack>
        )}
      </Box>
      <IconButton
        size="small"
        aria-label={`${name}: ${translate('own_reports.more')}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}

const Kept = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <Stack direction="row" component="span" sx={{ gap: 0.5, alignItems: 'center' }}>
    {icon}
    <Typography variant="caption" component="span">
      {text}
    </Typography>
  </Stack>
)
