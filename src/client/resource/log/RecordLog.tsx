import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { useScope } from '../scope'
import { LogList } from './LogList'

// Spec 1 §9: the activity log shows 20.
const LINES = 20

/** Who did what to a record, when, and what it was before. */
export function RecordLog({ record, lines = LINES }: { record: JsonObject; lines?: number }) {
  const translate = useTranslate()
  const { resource } = useScope()
  const id = record['id']
  return (
    <LogList
      query={{ target: resource.name, id_target: typeof id === 'string' ? id : Number(id) }}
      // A new version reloads the log after every change.
      stamp={[record['version'], record['state']]}
      limit={lines}
      empty={translate('detail.logs_empty')}
    />
  )
}
