import { createContext, useContext } from 'react'
import type { Actor } from '../../model/rights/actor'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { ClientFeature } from '../feature'

/** What every screen may know: the Model as this user sees it, the user, the settings and the features. */
interface Console {
  readonly model: Model
  readonly actor: Actor
  /** `user.config` of verify: brand, coin, interval, colours ... */
  readonly config: JsonObject
  /** `user.data` of verify: displayName, email, pic, belongs ... */
  readonly person: JsonObject
  readonly features: readonly ClientFeature[]
}

const ConsoleContext = createContext<Console | null>(null)
export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (!console) throw new Error('useConsole needs a <ConsoleProvider> around it.')
  return console
}
