import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { RowResult } from '../../console/provider'
import { useUnnamed } from '../use-unnamed'
import { KeyLayer } from '../../../ui/keys'

/** Who of the chosen is left out and why, before it is done to the others. */
export default function LeftOutDialog({
  rows,
  rest,
  answer,
}: {
  rows: readonly RowResult[]
  rest: number
  answer: (goesOn: boolean) => void
}) {
  const translate = useTranslate()
  const unnamed = useUnnamed()
  const id = useId()
  return (
    <Dialog open onClose={() => answer(false)} maxWidth="sm" fullWidth aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {translate('bulk.left_out', { smart_count: rows.length })}
        </DialogTitle>
        <DialogContent dividers sx={{ p: 0 }}>
          <List dense disablePadding aria-labelledby={id}>
            {rows.map((row) => (
              <ListItem key={row.id} divider>
                <ListItemText primary={row.label ?? unnamed(row.id ?? '')} secondary={row.msg} />
              </ListItem>
            ))}
          </List>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => answer(false)}>
            {translate('record.back')}
          </Button>
          <Button variant="contained" autoFocus onClick={() => answer(true)}>
            {translate('bulk.rest', { smart_count: rest })}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
