import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useLanguage } from '../layout/use-language'
import { useSay } from '../../ui/style'

/** The language of the console, kept with the person. */
export function LanguageChoice() {
  const say = useSay()
  const { languages, language, speak } = useLanguage()
  return (
    <ToggleButtonGroup
      exclusive size="small" value={language} aria-label={say('profile.language')}
      onChange={(_event, wanted: string | null) => wanted && void speak(wanted)}
    >
      {languages.map(({ id, name }) => (
        <ToggleButton key={id} value={id} lang={id} sx={{ px: 2, textTransform: 'none' }}>{name}</ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
