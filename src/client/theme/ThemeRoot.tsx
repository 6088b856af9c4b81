import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useStore } from 'react-admin'
import { useMemo, type ReactNode } from 'react'
import { NO_COLOURS, type Colours } from './colours'
import './fonts.css'
import { consoleTheme, type Mode } from './theme'

/** Light or dark, as chosen in this browser, else as the system has it. */
export function useMode(): readonly [Mode, (mode: Mode) => void] {
  const system: Mode = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true }) ? 'dark' : 'light'
  const [chosen, choose] = useStore<Mode | undefined>('theme')
  return [chosen ?? system, choose]
}

/** The company's colours as last seen, so that the login already shows them. */
const useColours = () => useStore<Colours>('colours', NO_COLOURS)

export function ThemeRoot({ children }: { children: ReactNode }) {
  const [mode] = useMode()
  const [colours] = useColours()
  const theme = useMemo(() => consoleTheme(mode, colours), [mode, colours])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  )
}
