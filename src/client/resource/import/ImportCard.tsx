import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { ExcludeButton } from './ExcludeButton'
import { RowCell, type ImportRowProps } from './ImportTableRow'
import { RowState } from './RowState'

/** A row of the file on a phone: what is wrong comes first, each cell under its name. */
export function ImportCard({ item, columns, targets, locked, onFix, onExclude }: ImportRowProps) {
  const translate = useTranslate()
  const { row, errors, excluded } = item
  const ordered = columns.toSorted((one, other) => Number(Boolean(errors[other.key])) - Number(Boolean(errors[one.key])))
  return (
    <Box component="li" data-excluded={excluded} sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1.25, listStyle: 'none' }}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1.5 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary', pt: 0.25 }}>{`${translate('import.row')} ${row}`}</Typography>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RowState item={item} columns={columns} targets={targets} />
        </Box>
        {!locked && <ExcludeButton excluded={excluded} onExclude={(out) => onExclude(row, out)} />}
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 1.5, rowGap: 0.5, mt: 0.5 }}>
        {ordered.map((column) => (
          <Box
            key={column.key}
            className={errors[column.key] && !excluded ? 'wrong' : undefined}
            sx={{ minWidth: 0, gridColumn: errors[column.key] ? '1 / -1' : undefined }}
          >
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {column.name}
            </Typography>
            <RowCell item={item} column={column} locked={locked} onFix={onFix} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
