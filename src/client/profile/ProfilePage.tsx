import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { Suspense, useState } from 'react'
import { FailedNotice } from '../console/FailedNotice'
import { useFailure } from '../../ui/failure'
import type { Profile } from '../../model/shell-answers'
import { useConsole } from '../console/console'
import { useShell } from '../console/shell-context'
import { PageLoading } from '../layout/PageLoading'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { OwnKeys } from './OwnKeys'
import { OwnSessions } from './OwnSessions'
import { OwnSignIns } from './OwnSignIns'
import { PasswordSection } from './PasswordSection'
import { PersonSection } from './PersonSection'
import { SecondFactorSection } from './SecondFactorSection'
import { Section } from './Section'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useLanguage } from '../layout/use-language'

/** The language of the console, kept in the profile. */
function LanguageChoice() {
  const say = useSay()
  const { languages, language, speak } = useLanguage()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={language}
      aria-label={say('profile.language')}
      onChange={(_event, wanted: string | null) => wanted && void speak(wanted)}
    >
      {languages.map(({ id, name }) => (
        <ToggleButton key={id} value={id} lang={id} sx={{ px: 2, textTransform: 'none' }}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** Whether notices about what people say and follow also come by mail. */
function MailNotices({ profile }: { profile: Profile }) {
  const say = useSay()
  const { calls } = useShell()
  const notify = useNotify()
  const fail = useFailure()
  const [wanted, setWanted] = useState(profile.mail_notices === 1)
  const change = async (next: boolean): Promise<void> => {
    setWanted(next)
    try {
      notify(await calls.setMailNotices(next ? 1 : 0), { type: 'success' })
    } catch (error) {
      setWanted(!next)
      fail(error)
    }
  }
  return (
    <FormControlLabel
      control={<Switch checked={wanted} onChange={(event) => void change(event.target.checked)} />}
      label={say('people.mail_notices')}
    />
  )
}

/** `/me/profile`: the user's data, what they may change of it, and where they are logged in. */
export default function ProfilePage() {
  const say = useSay()
  const {
    calls,
    session,
    verified: {
      user: { viewer },
    },
  } = useShell()
  const { features } = useConsole()
  usePageTitle(say('profile.title'))
  const profile = useQuery({
    queryKey: ['profile', session.token()],
    queryFn: ({ signal }) => calls.profile(signal),
    refetchOnWindowFocus: false,
  })
  if (profile.error) {
    return <FailedNotice page failure={profile.error} onRetry={() => void profile.refetch()} />
  }
  if (!profile.data) return <PageLoading />
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, width: 1, maxWidth: 760, display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="h1">{say('profile.title')}</Typography>
      {viewer && <Alert severity="info">{say('profile.viewing')}</Alert>}
      <PersonSection
        key={profile.dataUpdatedAt}
        profile={profile.data}
        disabled={viewer !== undefined}
        onSaved={() => void profile.refetch()}
      />
      <Section title={say('profile.language')}>
        <LanguageChoice />
      </Section>
      {!viewer && (
        <Section title={say('people.notices')}>
          <MailNotices profile={profile.data} />
        </Section>
      )}
      {!viewer &&
        features
          .flatMap(({ profile: own = [] }) => own)
          .map(({ title, section: Own }) => (
            <Section key={title} title={say(title)}>
              <Suspense fallback={null}>
                <Own />
              </Suspense>
            </Section>
          ))}
      {!viewer && <PasswordSection />}
      {!viewer && <SecondFactorSection />}
      {!viewer && <OwnSessions />}
      {!viewer && <OwnSignIns />}
      {!viewer && <OwnKeys />}
    </Box>
  )
}
