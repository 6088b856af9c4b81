import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { lazy, Suspense } from 'react'
import { OWN_REPORTS } from '../../model/own-report'
import { useConsole } from '../console/console'
import { mayUseModule } from '../session/may-open'
import { useShell } from '../console/shell-context'
import { Icon } from '../../ui/show/Icon'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { destinations, type Destination } from '../console/navigation'

const HomeReports = lazy(() => import('../report/HomeReports'))

/** The first page: a greeting and links to the user's modules, or why there are none. */
export function Home() {
  const say = useSay()
  const { menu, verified } = useShell()
  const { actor } = useConsole()
  usePageTitle(say('shell.home_title'))
  const shown = destinations(menu)
  if (shown.length === 0) {
    return <Notice page icon="locked" title={say('shell.no_modules')} text={say('shell.no_modules_text')} />
  }
  const name = String(verified.user.data['displayName'] ?? '').split(' ')[0] ?? ''
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, maxWidth: 1120 }}>
      <Typography variant="h1">{say('shell.welcome', { name })}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{say('shell.welcome_text')}</Typography>
      {groups.map((group) => (
        <Box component="section" key={group ?? ''} aria-label={group ?? undefined} sx={{ mt: 3 }}>
          {group && (
            <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
              {group}
            </Typography>
          )}
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
            }}
          >
            {shown
              .filter((destination) => destination.group === group)
              .map((destination) => (
                <DestinationCard key={destination.id} destination={destination} />
              ))}
          </Box>
        </Box>
      ))}
      {mayUseModule(actor, OWN_REPORTS, 'see') && (
        <Box sx={{ mt: 3 }}>
          <Suspense>
            <HomeReports />
          </Suspense>
        </Box>
      )}
    </Box>
  )
}

function DestinationCard({ destination }: { destination: Destination }) {
  const link = destination.external
    ? { component: 'a', href: destination.url, target: '_blank', rel: 'noreferrer' }
    : { component: LinkBase, to: destination.url }
  return (
    <ButtonBase
      {...link}
      sx={{
        justifyContent: 'flex-start',
        gap: 1.5,
        px: 2,
        minHeight: 48,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        textAlign: 'start',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ color: 'primary.main', display: 'flex' }}>
        <Icon name={destination.icon} />
      </Box>
      <Typography component="span">{destination.title}</Typography>
    </ButtonBase>
  )
}
