import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { useBrand } from './brand-name'

/** The company's mark and name; leads home. */
export function Brand({ narrow }: { narrow: boolean }) {
  const { name, logo } = useBrand()
  return (
    <Box
      component={LinkBase}
      to="/"
      aria-label={name}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        height: 'var(--toolbar-height, 48px)',
        px: 2,
        flexShrink: 0,
        color: 'inherit',
        textDecoration: 'none',
        outlineOffset: '-2px !important',
      }}
    >
      <BrandLogo name={name} logo={logo} />
      {!narrow && (
        <Typography noWrap sx={{ fontWeight: 600, fontSize: '1rem' }}>
          {name}
        </Typography>
      )}
    </Box>
  )
}

/** The logo, or the first letter of the name in the company's colour. */
export function BrandLogo({ name, logo, size = 32 }: { name: string; logo: string | null; size?: number }) {
  if (logo)
    return (
      <Box component="img" src={logo} alt="" sx={{ width: size, height: size, objectFit: 'contain', flexShrink: 0 }} />
    )
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 1,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontWeight: 700,
        fontSize: size / 2,
      }}
    >
      {name.slice(0, 1).toUpperCase()}
    </Box>
  )
}
