import Box from '@mui/material/Box'
import { memo } from 'react'
import { RequestCard } from './RequestCard'
import { useWatched, watchedServices } from './watched'

interface Props {
  readonly mayEdit: boolean
  readonly onFindDriver?: (id: number) => void
  readonly onInfo: (id: number) => void
  readonly onCanceled: (id: number) => void
  /** Whether a dialog may ask what becomes of a ride that nobody took. */
  readonly mayAsk: () => boolean
}

const drop = (id: number): void => watchedServices().drop(id)

/** The running searches, the latest nearest to the form. */
export const RequestStack = memo(function RequestStack({ onCanceled, ...rest }: Props) {
  const ids = useWatched()
  if (ids.length === 0) return null
  return (
    <Box sx={STACK}>
      {ids.map((id) => (
        <RequestCard
          key={id}
          id={id}
          {...rest}
          onDrop={drop}
          onCanceled={() => {
            drop(id)
            onCanceled(id)
          }}
        />
      ))}
    </Box>
  )
})

const STACK = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  maxHeight: 1,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
} as const
