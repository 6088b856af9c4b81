import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { __unsafe_useEmotionCache as useUsualStyles, CacheProvider } from '@emotion/react'
import { useStore } from 'react-admin'
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { directionFor, modeOf, useAppearance } from './appearance'
import { NO_COLOURS, type Colours } from './colours'
import './fonts.css'
import { startLanguage } from '../words/i18n'
import { consoleTheme } from './theme'

/** The company's colours as last seen, so that the login already shows them. */
const useColours = () => useStore<Colours>('colours', NO_COLOURS)

export function ThemeRoot({ children }: { children: ReactNode }) {
  const system = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true }) ? 'dark' : 'light'
  const [appearance] = useAppearance()
  const mode = modeOf(appearance, system)
  const [colours] = useColours()
  const usual = useUsualStyles()
  const [language] = useStore('locale', startLanguage())
  const mirrored = useMirrored(directionFor(appearance, language) === 'rtl')
  const direction = mirrored ? 'rtl' : 'ltr'
  const theme = useMemo(() => consoleTheme(mode, colours, direction), [mode, colours, direction])
  useLayoutEffect(() => {
    document.documentElement.dir = direction
  }, [direction])
  return (
    // One tree in both directions: turning it loses nothing of what somebody types.
    <CacheProvider value={mirrored ?? usual}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}

/** Styles for a page that is read from the right, fetched when somebody wants them; null: not wanted, or not there yet. */
function useMirrored(wanted: boolean) {
  const [styles, setStyles] = useState<ReturnType<typeof useUsualStyles> | null>(null)
  useEffect(() => {
    if (wanted) void import('./mirrored-cache').then(({ mirroredCache }) => setStyles(mirroredCache))
  }, [wanted])
  return wanted ? styles : null
}
