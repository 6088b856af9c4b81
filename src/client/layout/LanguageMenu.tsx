import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useSay } from '../../ui/style'
import { useLanguage } from './use-language'
import { useMenu } from './use-menu'

/** The user's language. */
export function LanguageMenu() {
  const say = useSay()
  const { languages, language, speak } = useLanguage()
  const { button, menu, close } = useMenu()
  const label = say('shell.language')
  return (
    <>
      <Button {...button} color="inherit" aria-label={`${label}: ${language}`} title={label} sx={{ minWidth: 40, px: 1, textTransform: 'uppercase' }}>
        {language}
      </Button>
      <Menu {...menu}>
        {languages.map(({ id, name }) => (
          <MenuItem key={id} lang={id} selected={id === language} onClick={() => { close(); void speak(id) }}>{name}</MenuItem>
        ))}
      </Menu>
    </>
  )
}
