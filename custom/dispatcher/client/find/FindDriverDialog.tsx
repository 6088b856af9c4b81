import type { DialogProps } from '#engine/client'
import { FindDriver } from './FindDriver'

/** Dialog `find-driver` of a service's row. */
export default function FindDriverDialog({ record, onClose }: DialogProps) {
  const id = Number(record?.['id'])
  return <FindDriver key={id} id={id} onClose={onClose} />
}
