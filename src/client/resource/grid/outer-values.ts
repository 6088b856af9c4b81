import { createContext, useContext } from 'react'
import type { JsonObject } from '../../../model/json'

const NO_VALUES: JsonObject = {}
const OuterValuesContext = createContext<JsonObject>(NO_VALUES)

/** Around the rows of a record: its values that their choices look at (`id_order.id_store`), which no row has. */
export const OuterValuesProvider = OuterValuesContext.Provider

export const useOuterValues = (): JsonObject => useContext(OuterValuesContext)
