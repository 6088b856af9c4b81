import Checkbox from '@mui/material/Checkbox'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import type { KeyModule } from '../../model/shell-answers'
import { fold } from '../../model/values/fold'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'

/** Module → whether with the right to edit. */
export type ChosenRights = ReadonlyMap<string, boolean>

// Fewer are seen at a glance.
const MANY = 8

const Root = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  '& legend': { padding: 0, fontWeight: 500 },
  '& .find': { marginTop: 8 },
  '& .rows': {
    maxHeight: 280,
    overflowY: 'auto',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    marginTop: 8,
  },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    background: theme.palette.background.paper,
    fontWeight: 500,
    padding: '6px 4px',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& th:first-of-type': { textAlign: 'start', fontWeight: 400, padding: '0 12px', overflowWrap: 'anywhere' },
  '& td': { textAlign: 'center', width: 76 },
}))

interface ModuleRightsProps {
  readonly modules: readonly KeyModule[]
  readonly chosen: ChosenRights
  readonly onChange: (chosen: ChosenRights) => void
  readonly error?: string | undefined
  readonly disabled: boolean
}

/** What a key may do: for each module whether it sees and whether it edits, which includes seeing. */
export function ModuleRights({ modules, chosen, onChange, error, disabled }: ModuleRightsProps) {
  const say = useSay()
  const noteId = useId()
  const [text, setText] = useState('')
  const shown = modules.filter(({ id, name }) => fold(name).includes(fold(text.trim())) || chosen.has(id))
  const give = (id: string, right: 'see' | 'edit' | null): void => {
    const rights = new Map(chosen)
    if (right === null) rights.delete(id)
    else rights.set(id, right === 'edit')
    onChange(rights)
  }
  // What was ticked may have been scrolled away.
  const given = modules.flatMap(({ id, name }) =>
    chosen.has(id) ? [say(chosen.get(id) ? 'keys.edits' : 'keys.sees', { name })] : [],
  )
  const box = ({ id, name, edit }: KeyModule, right: 'see' | 'edit') => {
    const isEdit = right === 'edit'
    const label = `${say(isEdit ? 'keys.edit' : 'keys.see')}: ${name}`
    const checked = isEdit ? chosen.get(id) === true : chosen.has(id)
    return (
      <Checkbox
        size="small"
        checked={checked}
        disabled={disabled || (isEdit && !edit)}
        slotProps={{ input: { 'aria-label': label } }}
        onChange={() => give(id, checked ? (isEdit ? 'see' : null) : right)}
      />
    )
  }
  return (
    <Root aria-describedby={noteId}>
      <legend>{say('keys.modules')}</legend>
      <FormHelperText id={noteId} error={error !== undefined} sx={{ m: 0 }}>
        {error ?? say('keys.modules_help')}
      </FormHelperText>
      {modules.length > MANY && (
        <div className="find">
          <TextBox
            source="find"
            required={false}
            label={say('keys.find')}
            text={text}
            onText={setText}
            disabled={disabled}
          />
        </div>
      )}
      <div className="rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{say('keys.module')}</th>
              <th scope="col">{say('keys.see')}</th>
              <th scope="col">{say('keys.edit')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((module) => (
              <tr key={module.id}>
                <th scope="row">
                  <Typography variant="body2" component="span">
                    {module.name}
                  </Typography>
                </th>
                <td>{box(module, 'see')}</td>
                <td>{box(module, 'edit')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Typography variant="body2" aria-live="polite" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {given.join(', ')}
      </Typography>
    </Root>
  )
}
