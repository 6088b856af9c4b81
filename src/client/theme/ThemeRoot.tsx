import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { __unsafe_useEmotionCache as useUsualStyles, CacheProvider } from '@emotion/react'
import { useI18nProvider, useLocaleState, useStore } from 'react-admin'
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { directionFor, colourMode, useAppearance } from './appearance'
import { NO_COLOURS, type Colours } from './colours'
import './fonts.css'
import { loadMirrored, mirroredStyles } from './mirrored'
import { consoleTheme } from './theme'

/** The company's colours as last seen, so that the login already shows them. */
const useColours = () => useStore<Colours>('colours', NO_COLOURS)

export function ThemeRoot({ children }: { children: ReactNode }) {
  const system = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true }) ? 'dark' : 'light'
  const [appearance] = useAppearance()
  const mode = colourMode(appearance, system)
  const [colours] = useColours()
  const usual = useUsualStyles()
  // Drawn anew when another is chosen; the words that are in force say how the page is read, not those that are on the
  // way.
  useLocaleState()
  const mirrored = useMirrored(directionFor(appearance, useI18nProvider().getLocale()) === 'rtl')
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

/**
 * Styles for a page that is read from the right; null: not wanted, or not there yet, where somebody turns a page that
 * stands.
 */
function useMirrored(wanted: boolean): ReturnType<typeof mirroredStyles> {
  const [, draw] = useState(0)
  useEffect(() => {
    if (wanted && !mirroredStyles()) void loadMirrored().then(() => draw((times) => times + 1))
  }, [wanted])
  return wanted ? mirroredStyles() : null
}
