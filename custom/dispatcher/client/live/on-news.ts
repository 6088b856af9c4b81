import { createContext, useContext } from 'react'

/** Called with news of a service: its version, or null where it changed and the version is not known. */
export type OnNews = (id_service: number, version: number | null) => void

const NewsContext = createContext<OnNews>(() => undefined)
export const NewsProvider = NewsContext.Provider
export const useOnNews = (): OnNews => useContext(NewsContext)
