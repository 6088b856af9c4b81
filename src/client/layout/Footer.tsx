import Box from '@mui/material/Box'
import { useBrand } from './brand-name'

export function Footer() {
  const { name } = useBrand()
  return (
    <Box component="footer" sx={{ height: 'var(--footer-height)', flexShrink: 0, overflow: 'hidden', display: 'flex', alignItems: 'center', px: 2, color: 'text.secondary', fontSize: '0.75rem' }}>
      {name}
    </Box>
  )
}
