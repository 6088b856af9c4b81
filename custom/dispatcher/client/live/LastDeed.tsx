import Box from '@mui/material/Box'
import { RideDeed } from '../../../services/client/public'
import { useOnNews } from './on-news'

/** The last deed with its undo, on pages that have no board: it stands where messages do, so that no row moves. */
export function LastDeed({ onUndone }: { readonly onUndone?: () => void }) {
  const onNews = useOnNews()
  return (
    <Box sx={DEED}>
      <RideDeed
        onNews={(service) => {
          onNews(service, null)
          onUndone?.()
        }}
      />
    </Box>
  )
}

const DEED = {
  position: 'fixed',
  bottom: 24,
  insetInline: 0,
  mx: 'auto',
  width: 'min(480px, calc(100% - 32px))',
  zIndex: 'appBar',
  bgcolor: 'background.paper',
  borderRadius: 1,
  boxShadow: 6,
  '&:empty': { display: 'none' },
} as const
