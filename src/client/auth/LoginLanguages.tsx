import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocaleState, useLocales } from 'react-admin'
import { useSay } from '../../ui/style'

/** The languages the console speaks, each by its own name. */
export function LoginLanguages({ onChosen }: { onChosen: (language: string) => void }) {
  const say = useSay()
  const [language, setLanguage] = useLocaleState()
  const choose = (wanted: string): void => {
    onChosen(wanted)
    setLanguage(wanted)
  }
  return (
    <Box component="nav" aria-label={say('shell.language')} sx={{ display: 'flex', gap: 0.5, pb: 3 }}>
      {useLocales().map(({ locale, name }) => (
        <Button key={locale} lang={locale} color={locale === language ? 'primary' : 'inherit'} aria-pressed={locale === language} onClick={() => choose(locale)}>
          {name}
        </Button>
      ))}
    </Box>
  )
}
