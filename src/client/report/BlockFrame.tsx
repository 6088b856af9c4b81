import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

/** A block that is no chart: its title, what stands beside it, and its content. */
export function BlockFrame({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper variant="outlined" component="section" aria-labelledby={title ? id : undefined} sx={{ p: 1.5, minWidth: 0 }}>
      {(title || aside) && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1, minHeight: 30 }}>
          <Typography variant="subtitle2" component="h2" id={id} sx={{ flex: 1, minWidth: 0 }} noWrap>
            {title}
          </Typography>
          {aside}
        </Stack>
      )}
      <Box>{children}</Box>
    </Paper>
  )
}
