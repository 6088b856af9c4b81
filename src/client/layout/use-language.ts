import { useLocaleState } from 'react-admin'
import type { Language } from '../../model/shell-answers'
import { useShell } from '../console/shell-context'
import { useFailure } from '../../ui/failure'

/** The available languages, the one in use, and how to change it: saved in the profile, then used. */
export function useLanguage(): {
  languages: readonly Language[]
  language: string
  speak: (language: string) => Promise<void>
} {
  const { verified, calls, renew } = useShell()
  const [language, setLocale] = useLocaleState()
  const fail = useFailure()
  const speak = async (wanted: string): Promise<void> => {
    if (wanted === language) return
    try {
      await calls.setLanguage(wanted)
      setLocale(wanted)
      await renew()
    } catch (error) {
      fail(error)
    }
  }
  return { languages: verified.user.languages, language, speak }
}
