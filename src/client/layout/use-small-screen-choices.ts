import { useMode } from '../theme/ThemeRoot'
import { useSay } from '../../ui/style'
import { useLanguage } from './use-language'

/** Theme and language, which have no room in a small toolbar. */
export function useSmallScreenChoices(): readonly { key: string; label: string; lang?: string; run: () => void }[] {
  const say = useSay()
  const [mode, choose] = useMode()
  const { languages, language, speak } = useLanguage()
  const dark = mode === 'dark'
  return [
    { key: 'theme', label: say(dark ? 'shell.light' : 'shell.dark'), run: () => choose(dark ? 'light' : 'dark') },
    ...languages.filter(({ id }) => id !== language).map(({ id, name }) => ({ key: id, label: name, lang: id, run: () => void speak(id) })),
  ]
}
