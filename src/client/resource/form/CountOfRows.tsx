import { useTranslate } from 'react-admin'
import type { Json } from '../../../model/json'
import { gridRowsOf } from '../../provider/grid-rows'

/** How many rows a grid has. */
export function CountOfRows({ value }: { value: Json | undefined }) {
  return <>{useTranslate()('grid.count', { smart_count: gridRowsOf(value).length })}</>
}
