import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import { SHARED, type Shared } from '../../model/own-report'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'

interface ShareFormProps {
  readonly shared: Shared
  readonly roles: readonly number[]
  readonly choices: readonly { readonly id: number; readonly name: string }[]
  readonly error?: string
  readonly onChange: (change: { readonly shared?: Shared; readonly roles?: readonly number[] }) => void
}

/** Whom a report is for: nobody else, some roles, all who see its catalogues. */
export function ShareForm({ shared, roles, choices, error, onChange }: ShareFormProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <ChoiceSelect
        source="shared"
        label={translate('own_reports.shared')}
        value={shared}
        required
        disabled={false}
        help={translate('own_reports.shared_help')}
        options={Object.values(SHARED).map((value) => ({ value, label: translate(`own_reports.shared_${value}`) }))}
        onChange={(next) => onChange({ shared: next as Shared })}
      />
      {shared === SHARED.roles && (
        <Box role="group" aria-labelledby={id}>
          <Typography variant="caption" id={id} sx={{ color: error ? 'error.main' : 'text.secondary' }}>
            {error ?? translate('own_reports.roles')}
          </Typography>
          <FormGroup sx={{ maxHeight: 180, overflowY: 'auto', flexWrap: 'nowrap' }}>
            {choices.map((role) => (
              <FormControlLabel
                key={role.id}
                label={role.name}
                control={
                  <Checkbox
                    size="small"
                    checked={roles.includes(role.id)}
                    onChange={(_event, on) =>
                      onChange({ roles: on ? [...roles, role.id] : roles.filter((one) => one !== role.id) })
                    }
                  />
                }
              />
            ))}
          </FormGroup>
        </Box>
      )}
    </Box>
  )
}
