import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useListContext } from 'react-admin'
import { useSay } from '#engine/ui'

/** The list has no rows: because of its filters, or none at all. */
export function NothingFound() {
  const say = useSay()
  const { filterValues, setFilters } = useListContext()
  const filtered = Object.keys(filterValues as object).length > 0
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5, justifyItems: 'start', fontSize: 13, color: 'text.secondary' }}>
      {say(filtered ? 'list.empty_filtered' : 'list.empty_new')}
      {filtered && (
        <Button variant="outlined" size="small" onClick={() => setFilters({})}>
          {say('list.clear_filters')}
        </Button>
      )}
    </Box>
  )
}
