import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A name and its value, in a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12.5, lineHeight: '20px' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, fontSize: 13, lineHeight: '20px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  )
}

export const FactList = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={FACTS}>
    {children}
  </Box>
)

const FACTS = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
} as const
