import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** Rows of the right height until the first answer. */
export const TableSkeleton = () => (
  <Box aria-hidden sx={{ flex: 1, minHeight: 0, overflow: 'hidden', px: 1 }}>
    {Array.from({ length: 10 }, (_, i) => (
      <Skeleton key={i} variant="text" sx={{ height: 36 }} />
    ))}
  </Box>
)
