import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSay } from '#engine/ui'
import type { FileFault } from './read-prices'

const SHOWN = 200

/** What is wrong in a file, cell by cell. */
export function FileFaults({ faults }: { faults: readonly FileFault[] }) {
  const say = useSay()
  if (faults.length === 0) return null
  const told = ({ fault, text }: FileFault): string =>
    typeof fault === 'string' ? say(`prices.import.fault_${fault}`, { text }) : say(`validation.${fault.key}`, fault.params)
  return (
    <Box>
      <Typography variant="subtitle2">{say('prices.import.faults', { smart_count: faults.length })}</Typography>
      <Box component="table" tabIndex={0} aria-label={say('prices.import.faults', { smart_count: faults.length })} sx={{ display: 'block', maxHeight: 240, overflow: 'auto', fontSize: 13, '& td': { paddingInlineEnd: 2, py: 0.25, verticalAlign: 'top', overflowWrap: 'anywhere' } }}>
        <tbody>
          {faults.slice(0, SHOWN).map((one) => (
            <tr key={`${one.cell} ${typeof one.fault === 'string' ? one.fault : one.fault.key}`}>
              <td><b>{one.cell}</b></td>
              <td>{one.text}</td>
              <td>{told(one)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      {faults.length > SHOWN && <Typography variant="caption">{say('prices.import.more', { smart_count: faults.length - SHOWN })}</Typography>}
    </Box>
  )
}
