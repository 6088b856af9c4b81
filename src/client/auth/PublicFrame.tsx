import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { BrandLogo } from '../layout/Brand'
import { useLook } from './use-look'
import { usePageTitle } from '../../ui/show/page-title'
import Button from '@mui/material/Button'
import { useLocaleState, useLocales } from 'react-admin'
import { useSay } from '../../ui/show/style'

/** The languages the console speaks, each by its own name. */
function LoginLanguages({ onChosen }: { onChosen: (language: string) => void }) {
  const say = useSay()
  const [language, setLanguage] = useLocaleState()
  const choose = (wanted: string): void => {
    onChosen(wanted)
    setLanguage(wanted)
  }
  return (
    <Box component="nav" aria-label={say('shell.language')} sx={{ display: 'flex', gap: 0.5, pb: 3 }}>
      {useLocales().map(({ locale, name }) => (
        <Button
          key={locale}
          lang={locale}
          color={locale === language ? 'primary' : 'inherit'}
          aria-pressed={locale === language}
          onClick={() => choose(locale)}
        >
          {name}
        </Button>
      ))}
    </Box>
  )
}

/** The frame of the pages that stand before a session: the company's mark, one column, the languages below. */
export function PublicFrame({
  title,
  onLanguage = () => {},
  children,
}: {
  title: string
  onLanguage?: (language: string) => void
  children: ReactNode
}) {
  const brand = useLook()
  usePageTitle(title)
  return (
    <Box
      component="main"
      sx={PAGE}
      style={brand.background ? { backgroundImage: `url("${brand.background}")` } : undefined}
    >
      <Box sx={brand.background ? CARD : COLUMN}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1 }}>
          <BrandLogo name={brand.name} logo={brand.logo} size={40} />
          <Typography sx={{ fontWeight: 600, fontSize: '1.25rem' }}>{brand.name}</Typography>
        </Box>
        <Typography variant="h1">{title}</Typography>
        {children}
      </Box>
      <LoginLanguages onChosen={onLanguage} />
    </Box>
  )
}

const PAGE = {
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  px: 2,
  bgcolor: 'background.paper',
  backgroundSize: 'cover',
  backgroundPosition: 'center',
} as const
const COLUMN = { width: 1, maxWidth: 360, my: 'auto', py: 4, display: 'flex', flexDirection: 'column', gap: 2 } as const
// Whatever the picture is, texts stand on paper.
const CARD = { ...COLUMN, maxWidth: 408, px: 3, borderRadius: 2, bgcolor: 'background.paper', boxShadow: 3 } as const
