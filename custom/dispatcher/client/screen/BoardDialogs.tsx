import { lazy, Suspense, useMemo, useState } from 'react'

const FindDriver = lazy(() => import('../find/FindDriver').then(({ FindDriver: One }) => ({ default: One })))
const ServiceInfo = lazy(() => import('../info/ServiceInfo').then(({ ServiceInfo: One }) => ({ default: One })))

type Open = { readonly dialog: 'find' | 'info'; readonly id: number }

export interface BoardDialogsState {
  readonly open: Open | null
  readonly findDriver: (id_service: number) => void
  readonly info: (id_service: number) => void
  readonly close: () => void
}

/** Which dialog about which service is open over the board. */
export function useBoardDialogs(): BoardDialogsState {
  const [open, setOpen] = useState<Open | null>(null)
  const [verbs] = useState(() => ({
    findDriver: (id: number) => setOpen({ dialog: 'find', id }),
    info: (id: number) => setOpen({ dialog: 'info', id }),
    close: () => setOpen(null),
  }))
  return useMemo(() => ({ open, ...verbs }), [open, verbs])
}

export function BoardDialogs({ open, close }: BoardDialogsState) {
  if (!open) return null
  return (
    <Suspense>
      {open.dialog === 'find' ? (
        <FindDriver key={open.id} id={open.id} onClose={close} />
      ) : (
        <ServiceInfo key={open.id} id={open.id} onClose={close} />
      )}
    </Suspense>
  )
}
