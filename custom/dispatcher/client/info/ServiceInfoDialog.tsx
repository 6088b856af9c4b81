import type { DialogProps } from '#engine/client'
import { ServiceInfo } from './ServiceInfo'

/** Dialog `service-info` of a service's row. */
export default function ServiceInfoDialog({ record, onClose }: DialogProps) {
  const id = Number(record?.['id'])
  return <ServiceInfo key={id} id={id} onClose={onClose} />
}
