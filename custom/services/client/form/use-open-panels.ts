import { useState } from 'react'
import { useStore } from 'react-admin'

export type PanelName = 'stops' | 'when' | 'product' | 'payment' | 'driver' | 'notes' | 'fields'

export interface OpenPanels {
  readonly isOpen: (name: PanelName) => boolean
  readonly set: (name: PanelName, open: boolean) => void
  /** Opens one because something in it wants to be seen; it is not remembered. */
  readonly reveal: (name: string) => void
}

// What a call cannot do without.
const AT_FIRST: { readonly [name: string]: boolean | undefined } = {
  stops: true,
  when: true,
  product: true,
  payment: true,
  fields: true,
}

/** Which parts of the form are open, as this person likes it. */
export function useOpenPanels(): OpenPanels {
  const [liked, setLiked] = useStore<{ readonly [name: string]: boolean | undefined }>('services.form.panels', {})
  const [shown, setShown] = useState<{ readonly [name: string]: boolean | undefined }>({})
  return {
    isOpen: (name) => shown[name] ?? liked[name] ?? AT_FIRST[name] ?? false,
    set: (name, open) => {
      setShown((now) => ({ ...now, [name]: undefined }))
      setLiked({ ...liked, [name]: open })
    },
    reveal: (name) => setShown((now) => ({ ...now, [name]: true })),
  }
}
