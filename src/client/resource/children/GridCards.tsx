import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import { useGridRow } from './use-grid-row'
import { GridCell } from '../grid/GridCell'
import type { GridRowsProps, OneRowProps } from './GridRows'
import { InnerRows } from './inner-rows'

/** The rows of a grid on a narrow screen: a card each, its fields one below the other. */
export function GridCards({ source, label, shape, rows, keys, errorsOf, disabled, events, order }: GridRowsProps) {
  return (
    <Stack component="ul" aria-label={label} spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row, at) => (
        <Card
          key={keys[at]}
          source={source}
          shape={shape}
          row={row}
          at={at}
          errors={errorsOf(at)}
          disabled={disabled}
          events={events}
          order={shape.sortable && !disabled ? order : null}
          count={rows.length}
        />
      ))}
    </Stack>
  )
}

// The height of a card with its inputs, so that nothing jumps.
const FIELD_PX = 76

const Card = memo(function Card(props: OneRowProps) {
  const { shape, at, disabled, events, order, count } = props
  const translate = useTranslate()
  const { element, near, onFocus, lists, messages, shared, place } = useGridRow<HTMLLIElement>(props)
  return (
    <Paper
      component="li"
      variant="outlined"
      ref={element}
      onFocus={onFocus}
      style={near ? undefined : { minHeight: shape.columns.length * FIELD_PX }}
      aria-label={translate('grid.row', place)}
      sx={{ p: 1.5, pt: 0.5 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5 }}>
        <Typography variant="h3" component="p" sx={{ flex: 1 }}>
          {translate('grid.row', place)}
        </Typography>
        {order && (
          <>
            <IconButton
              data-grip={at}
              disabled={at === 0}
              aria-label={translate('grid.up', place)}
              onClick={() => order.move(at, at - 1)}
            >
              <UpIcon fontSize="small" />
            </IconButton>
            <IconButton
              disabled={at === count - 1}
              aria-label={translate('grid.down', place)}
              onClick={() => order.move(at, at + 1)}
            >
              <DownIcon fontSize="small" />
            </IconButton>
          </>
        )}
        {!disabled && (
          <IconButton aria-label={translate('grid.remove', place)} onClick={() => events.remove(at)}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        )}
      </Stack>
      <Stack spacing={1.5}>
        {shape.columns.map((column, index) => (
          <div key={column.f} data-cell={`${at}-${index}`}>
            {/* An input has its own label, and so have rows of rows. */}
            {!column.field.children && (!near || column.field.readOnly || column.field.system) && (
              <Typography component="p" sx={{ color: 'text.secondary', fontSize: 12.5, fontWeight: 500, mb: 0.25 }}>
                {column.label}
              </Typography>
            )}
            <GridCell {...shared} column={column} label={column.label} error={messages[column.f]} near={near} />
            {lists.names.includes(column.f) && <InnerRows {...shared} column={column} label={column.label} />}
          </div>
        ))}
      </Stack>
    </Paper>
  )
})
