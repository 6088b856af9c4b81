import { lazy, Suspense } from 'react'
import { stringOf } from '#engine/model'
import type { ClientFeature } from '#engine/client'
import type { CellProps } from '#engine/ui'

const ClientCell = lazy(() => import('./ClientCell'))
const DriverCell = lazy(() => import('./DriverCell'))
const OfferWhyCell = lazy(() => import('./OfferWhyCell'))
const PlaceCell = lazy(() => import('./PlaceCell'))
const RouteCell = lazy(() => import('./RouteCell'))
const TimeCell = lazy(() => import('./TimeCell'))
const WhenCell = lazy(() => import('./WhenCell'))
const LengthCell = lazy(() => import('./WayCells').then((cells) => ({ default: cells.LengthCell })))
const MinutesCell = lazy(() => import('./WayCells').then((cells) => ({ default: cells.MinutesCell })))

/** Cells of a service in lists; their code comes with the first list that has them. */
export const serviceCells: NonNullable<ClientFeature['widgets']> = {
  'service-driver': {
    drawsEmpty: ({ state }) => state === 'requested',
    Cell: (props: CellProps) => (
      <Suspense fallback={driverText(props)}>
        <DriverCell {...props} />
      </Suspense>
    ),
  },
  'service-client': {
    Cell: (props: CellProps) => (
      <Suspense fallback={stringOf(props.record['id_client__label'])}>
        <ClientCell {...props} />
      </Suspense>
    ),
  },
  'service-place': {
    Cell: (props: CellProps) => (
      <Suspense fallback={stringOf(props.value)}>
        <PlaceCell {...props} />
      </Suspense>
    ),
  },
  'service-when': {
    drawsEmpty: () => true,
    Cell: (props: CellProps) => (
      <Suspense>
        <WhenCell {...props} />
      </Suspense>
    ),
  },
  'service-route': {
    Cell: (props: CellProps) => (
      <Suspense fallback={stringOf(props.value)}>
        <RouteCell {...props} />
      </Suspense>
    ),
  },
  'service-time': {
    drawsEmpty: () => true,
    Cell: (props: CellProps) => (
      <Suspense>
        <TimeCell {...props} />
      </Suspense>
    ),
  },
  'offer-why': {
    Cell: (props: CellProps) => (
      <Suspense>
        <OfferWhyCell {...props} />
      </Suspense>
    ),
  },
  'way-length': {
    Cell: (props: CellProps) => (
      <Suspense>
        <LengthCell {...props} />
      </Suspense>
    ),
  },
  'way-minutes': {
    Cell: (props: CellProps) => (
      <Suspense>
        <MinutesCell {...props} />
      </Suspense>
    ),
  },
}

// Until the code is here the table is as wide as it will be.
const driverText = ({ record }: CellProps): string =>
  ['dr_name', 'dr_surname', 've_plate'].map((name) => stringOf(record[name])).join(' ')
