import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { isUnderWay, type ImportView } from '../../../model/import-answer'
import { AssignBar } from './AssignBar'
import { ColumnMap } from './ColumnMap'
import { ImportFooter } from './ImportFooter'
import { ImportProgress } from './ImportProgress'
import { ImportRows } from './ImportRows'
import { RowFilter } from './RowFilter'
import type { ImportState } from './use-import'

/** What became of a file's rows, and the ways to mend them. */
export function ImportRun({ state, view }: { state: ImportState; view: ImportView }) {
  const translate = useTranslate()
  const [mapping, setMapping] = useState(false)
  const working = isUnderWay(view.state)
  const open = view.state === 'verified' || view.state === 'saved'
  const strange = view.file_columns.filter(({ header, key }) => key === null && header !== '')
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          px: { xs: 2, sm: 3 },
          py: 1.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          borderBottom: 1,
          borderColor: 'divider',
          flex: 'none',
        }}
      >
        <ImportProgress view={view} />
        {strange.length > 0 && open && !mapping && (
          <Alert
            severity="info"
            sx={{ py: 0 }}
            action={
              <Button color="inherit" onClick={() => setMapping(true)}>
                {translate('import.map')}
              </Button>
            }
          >
            {translate('import.unknown_columns', { names: strange.map(({ header }) => header).join(', ') })}
          </Alert>
        )}
        {mapping && open && <ColumnMap state={state} view={view} onClose={() => setMapping(false)} />}
        {view.counts.total > 0 && <RowFilter view={view} only={state.only} onOnly={(only) => state.show(1, only)} />}
        {open && view.counts.wrong > 0 && <AssignBar state={state} view={view} />}
      </Box>
      <Box sx={{ flex: 1, minHeight: 160, overflow: 'auto' }}>
        <ImportRows state={state} view={view} locked={working || !open || state.busy} />
      </Box>
      <ImportFooter state={state} view={view} />
    </Box>
  )
}
