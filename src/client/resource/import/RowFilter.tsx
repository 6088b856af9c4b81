import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import type { ImportCounts, ImportOnly, ImportView } from '../../../model/import-answer'

const SHOWN: readonly {
  readonly only: ImportOnly | null
  readonly count: (counts: ImportCounts) => number
  readonly color?: 'error' | 'warning' | 'success'
}[] = [
  { only: null, count: ({ total }) => total },
  { only: 'errors', count: ({ wrong }) => wrong, color: 'error' },
  { only: 'warnings', count: ({ warned }) => warned, color: 'warning' },
  { only: 'ok', count: ({ ok }) => ok, color: 'success' },
  { only: 'saved', count: ({ saved }) => saved, color: 'success' },
  { only: 'kept', count: ({ kept }) => kept, color: 'warning' },
  { only: 'excluded', count: ({ excluded }) => excluded },
]

/** How many rows of each kind there are; pressed, only those are shown. */
export function RowFilter({
  view,
  only,
  onOnly,
}: {
  view: ImportView
  only: ImportOnly | null
  onOnly: (only: ImportOnly | null) => void
}) {
  const translate = useTranslate()
  const kinds = SHOWN.filter((kind) => kind.only === null || kind.only === only || kind.count(view.counts) > 0)
  return (
    <Stack direction="row" role="group" aria-label={translate('import.rows')} sx={{ gap: 0.75, flexWrap: 'wrap' }}>
      {kinds.map((kind) => (
        <Chip
          key={kind.only ?? 'all'}
          label={`${translate(`import.only.${kind.only ?? 'all'}`)}: ${kind.count(view.counts)}`}
          color={kind.only === only ? 'primary' : (kind.color ?? 'default')}
          variant={kind.only === only ? 'filled' : 'outlined'}
          aria-pressed={kind.only === only}
          onClick={() => onOnly(kind.only)}
        />
      ))}
    </Stack>
  )
}
