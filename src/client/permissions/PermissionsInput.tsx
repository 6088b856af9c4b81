import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import {
  differing,
  everywhereOf,
  give,
  rightsIn,
  type Right,
  type Rights,
  type RightsOf,
} from '../../model/rights/permissions'
import { permissionsCall } from '../../model/role-calls'
import type { InputProps } from '../../ui/field-view'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { foundLines, matrixRows, rightsOfValue, valueOfRights, type PermissionRole } from './matrix-rows'
import { PermissionTable } from './PermissionTable'

const FULL: Rights = { see: true, edit: true }

/** What a role has in a module. */
function rightsOfRole({ root, all_modules, perms }: PermissionRole): (id: number) => Rights {
  const own: RightsOf = new Map(
    perms.map(({ id_module, see, edit }) => [id_module, { see: see === 1, edit: edit === 1 }]),
  )
  return (id) => (root === 1 ? FULL : rightsIn(own, id, everywhereOf(all_modules)))
}

/**
 * The permissions of a role on one page: ticked by module, by group or in all, found by name, compared with another
 * role's and copied from it.
 */
export function PermissionsInput({ source, label, value, onChange, error, disabled, form }: InputProps) {
  const say = useSay()
  const { answer, failure } = useCall(permissionsCall, {}, { quiet: true })
  const [text, setText] = useState('')
  const [beside, setBeside] = useState('')
  const [onlyOther, setOnlyOther] = useState(false)
  const all = useMemo(() => matrixRows(answer?.rows ?? []), [answer])
  if (failure) throw failure
  if (!answer) return <Skeleton variant="rounded" height={320} />
  const everywhere = everywhereOf(form['all_modules'])
  const own = rightsOfValue(value)
  const modules = all.filter(({ group }) => !group).map(({ id }) => id)
  const role = answer.roles.find(({ id }) => String(id) === beside)
  const other = role ? { name: role.name, rightsIn: rightsOfRole(role) } : null
  const differences = other ? differing(modules, (id) => rightsIn(own, id, everywhere), other.rightsIn) : null
  const rows = foundLines(all, text, onlyOther ? differences : null)
  const put = (rights: RightsOf): void => onChange([...valueOfRights(value, rights)])
  const copy = (): void => {
    if (other) put(new Map(modules.map((id) => [id, other.rightsIn(id)])))
  }
  const isFull = form['root'] === 1
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <Typography component="legend" variant="h3" sx={{ mb: 1, p: 0 }}>
        {label}
      </Typography>
      {isFull && <Typography variant="body2">{say('permissions.full')}</Typography>}
      {!isFull && everywhere.see && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {say('permissions.everywhere_note')}
        </Typography>
      )}
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr auto' }, alignItems: 'end' }}
      >
        <TextBox
          source={`${source}.find`}
          required={false}
          label={say('permissions.find')}
          text={text}
          onText={setText}
          disabled={false}
        />
        <ChoiceSelect
          source={`${source}.beside`}
          required={false}
          disabled={false}
          label={say('permissions.beside')}
          empty={say('permissions.nobody')}
          value={beside}
          options={answer.roles
            .filter(({ id }) => id !== form['id'])
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => {
            setBeside(id)
            setOnlyOther(false)
          }}
        />
        {other && (
          <Button variant="outlined" disabled={disabled || isFull || differences?.size === 0} onClick={copy}>
            {say('permissions.copy', { name: other.name })}
          </Button>
        )}
      </Box>
      {differences && (
        <FormControlLabel
          control={<Checkbox checked={onlyOther} onChange={(_event, on) => setOnlyOther(on)} />}
          label={say('permissions.only_other', { smart_count: differences.size })}
        />
      )}
      {rows.length === 0 ? (
        <Typography variant="body2" role="status">
          {say('permissions.none_found')}
        </Typography>
      ) : (
        <PermissionTable
          rows={rows}
          own={isFull ? new Map(modules.map((id) => [id, FULL])) : own}
          everywhere={everywhere}
          other={other}
          disabled={disabled || isFull}
          onGive={(ids: readonly number[], right: Right, on: boolean) => put(give(own, ids, right, on, everywhere))}
        />
      )}
      {error !== undefined && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}
