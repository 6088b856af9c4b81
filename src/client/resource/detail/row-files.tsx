import RowsIcon from '@mui/icons-material/NotesOutlined'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../console/provider'
import type { MenuItemEntry } from '../actions/entries'
import { useExport } from '../export/use-export'
import { useScope } from '../scope'

/** A file of lines for each list of rows that a record has, beside those of the whole record. */
export function useRowFiles(record: JsonObject): readonly MenuItemEntry[] {
  const { resource, entity, label } = useScope()
  const translate = useTranslate()
  const provider = useProvider()
  const { start } = useExport((_format, options, _all, rows) =>
    provider.exportRecord(resource.name, record['id'] as number | string, 'csv', options, rows),
  )
  return useMemo(() => {
    if (!resource.export.includes('csv')) return []
    const lists = Object.values(entity.fields).filter(
      ({ name, children }) => children && Array.isArray(record[name]) && record[name].length > 0,
    )
    return lists.map(({ name }) => ({
      id: name,
      label: translate('export.rows', { rows: label(name) }),
      icon: <RowsIcon fontSize="small" />,
      run: () => start('csv', false, name),
    }))
  }, [resource, entity, label, record, translate, start])
}
