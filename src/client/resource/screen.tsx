import type { Identifier } from 'react-admin'
import { createContext, useContext } from 'react'

/** Where the records of a screen are opened, edited and made: in the address bar, or in place for a list inside another page. */
export interface Screen {
  open(id: Identifier): void
  edit(id: Identifier): void
  create(): void
  /** The dialog that brings records from files; absent: not from here. */
  bring?(): void
  /** A path in the console. */
  go(path: string): void
}

const ScreenContext = createContext<Screen | null>(null)
export const ScreenProvider = ScreenContext.Provider

export function useScreen(): Screen {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('A record is opened outside <ScreenProvider>.')
  return screen
}
