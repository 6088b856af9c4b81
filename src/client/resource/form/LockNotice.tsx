import Alert from '@mui/material/Alert'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { Icon } from '../../../ui/show/Icon'
import { useLockOf } from '../lock'
import { useScope } from '../scope'

/** Says what the state of a record locks, so that nobody wonders why its fields are grey. */
export function LockNotice({ item }: { item: JsonObject }) {
  const translate = useTranslate()
  const { label } = useScope()
  const lock = useLockOf()(item)
  if (!lock) return null
  const text =
    lock.edit.length === 0
      ? translate('record.sealed', { state: lock.state })
      : translate('record.locked', { state: lock.state, fields: lock.edit.map((name) => label(name)).join(', ') })
  return (
    <Alert severity="info" icon={<Icon name="lock" size={20} />}>
      {text}
    </Alert>
  )
}
