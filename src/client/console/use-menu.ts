import { useId, useState } from 'react'

/** State of a menu that a button opens: its anchor, and the button's attributes for screen readers. */
export function useMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const close = (): void => setAnchor(null)
  return {
    close,
    button: {
      onClick: (event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
      'aria-haspopup': 'true',
      'aria-expanded': anchor !== null,
      'aria-controls': anchor ? id : undefined,
    },
    menu: { id, open: anchor !== null, anchorEl: anchor, onClose: close },
  } as const
}
