import { createContext, useContext } from 'react'

/** Called with news of a service: its version, or null where it changed and the version is not known. */
export type Hear = (id_service: number, version: number | null) => void

const HearContext = createContext<Hear>(() => undefined)
export const HearProvider = HearContext.Provider
export const useHear = (): Hear => useContext(HearContext)
