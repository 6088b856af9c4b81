import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { FailedNotice } from '../console/FailedNotice'
import { MAILS, mailsCall } from '../../model/mail/mail-calls'
import { Badge } from '../../ui/show/Badge'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { PageLoading } from '../layout/PageLoading'

/** `/mails`: every mail that the program sends, and the languages in which it was written anew. */
export default function MailsPage() {
  const say = useSay()
  const { answer, failure, retry } = useCall(mailsCall, {})
  usePageTitle(say('modules.mails'), 0)
  if (failure !== null) return <FailedNotice page title={say('mails.lost')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  return (
    <Box sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 820 }}>
      <Typography variant="h1">{say('modules.mails')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('mails.about')}
      </Typography>
      <Paper component="ul" variant="outlined" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {answer.items.map(({ id, name, subject, changed }) => (
          <Stack
            component="li"
            key={id}
            direction="row"
            sx={{
              alignItems: 'center',
              gap: 1,
              px: 2,
              py: 1,
              flexWrap: 'wrap',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <Link component={LinkBase} to={`/${MAILS}/${id}`} sx={{ fontWeight: 600 }}>
                {name}
              </Link>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {subject}
              </Typography>
            </Box>
            {changed.length > 0 && <Badge color="info">{`${say('mails.changed')}: ${changed.join(', ')}`}</Badge>}
          </Stack>
        ))}
      </Paper>
    </Box>
  )
}
