import Paper from '@mui/material/Paper'
import type { JsonObject } from '../../../model/json'
import { RecordLog } from '../../logs/RecordLog'

/** The activity of a record as a tab of its page. */
export function LogsTab({ record }: { record: JsonObject }) {
  return (
    <Paper variant="outlined" sx={{ px: 2.5, py: 2 }}>
      <RecordLog record={record} />
    </Paper>
  )
}
