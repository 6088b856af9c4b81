import { createContext, useContext } from 'react'
import type { JsonObject } from '../../../model/json'

const NONE: JsonObject = {}
const OuterValuesContext = createContext<JsonObject>(NONE)

/** Around the rows of a record: its values that their choices look at (`id_order.id_store`), which no row has. */
export const OuterValuesProvider = OuterValuesContext.Provider

export const useOuterValues = (): JsonObject => useContext(OuterValuesContext)
