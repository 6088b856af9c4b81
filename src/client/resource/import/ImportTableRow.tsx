import { useTranslate } from 'react-admin'
import type { ImportColumn } from '../../../model/import-answer'
import { ExcludeButton } from './ExcludeButton'
import { ImportCell } from './ImportCell'
import { RowState, type RowStateProps } from './RowState'

export interface ImportRowProps extends RowStateProps {
  readonly locked: boolean
  readonly onFix: (row: number, key: string, text: string) => Promise<boolean>
  readonly onExclude: (row: number, excluded: boolean) => void
}

/** A row of the file as a row of the table. */
export function ImportTableRow({ item, columns, targets, locked, onFix, onExclude }: ImportRowProps) {
  const { row, errors, warnings, excluded } = item
  return (
    <tr data-excluded={excluded}>
      <td className="number">{row}</td>
      <td className="state">
        <RowState item={item} columns={columns} targets={targets} />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={errors[column.key] && !excluded ? 'wrong' : warnings[column.key] ? 'warned' : undefined}>
          <RowCell item={item} column={column} locked={locked} onFix={onFix} />
        </td>
      ))}
      <td>{!locked && <ExcludeButton excluded={excluded} onExclude={(out) => onExclude(row, out)} />}</td>
    </tr>
  )
}

/** One cell of a row, under its column's name. */
export function RowCell({ item, column, locked, onFix }: Pick<ImportRowProps, 'item' | 'locked' | 'onFix'> & { column: ImportColumn }) {
  const translate = useTranslate()
  const { row, cells, errors, warnings, excluded } = item
  const { key, name } = column
  return (
    <ImportCell
      label={`${name}, ${translate('import.row')} ${row}`}
      name={key}
      text={cells[key] ?? ''}
      fault={excluded ? undefined : (errors[key] ?? warnings[key])}
      wrong={Boolean(errors[key]) && !excluded}
      locked={locked || excluded}
      onSave={(text) => onFix(row, key, text)}
    />
  )
}
