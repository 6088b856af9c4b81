import type { Identifier } from 'react-admin'
import { createContext, useContext } from 'react'
import type { JsonObject } from '../../model/json'

/**
 * Where the records of a screen are opened, edited and made: in the address bar, or in place for a list inside another
 * page.
 */
export interface Screen {
  open(id: Identifier): void
  edit(id: Identifier): void
  create(): void
  /** Opens the form of a new record that begins with these values; absent: there is only one record. */
  begin?(values: JsonObject): void
  /** Opens the form of a new record that begins like this one; absent: there is only one record. */
  copy?(id: Identifier): void
  /** Opens the import dialog; absent: no import from here. */
  bring?(): void
  /** Goes to a path of the console. */
  go(path: string): void
}

const ScreenContext = createContext<Screen | null>(null)
export const ScreenProvider = ScreenContext.Provider

export function useScreen(): Screen {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('A link to a record needs a <ScreenProvider> around it.')
  return screen
}
