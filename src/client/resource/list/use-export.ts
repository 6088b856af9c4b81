import { useListContext, useNotify } from 'react-admin'
import { useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../app/provider'
import { useFailure } from '../../ui/failure'

/** Saves all rows of the list's query as a csv file. @returns whether it is under way, and the function that starts it */
export function useExport(): readonly [boolean, () => void] {
  const { resource, filter, filterValues, sort } = useListContext()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const query = { filter: { ...filterValues, ...(filter as JsonObject | undefined) }, sort }
      const { blob, name } = await provider.exportFile(resource, query, 'csv')
      saveFile(blob, name)
      notify('list.exported', { type: 'success', messageArgs: { name } })
    } catch (failure) {
      fail(failure)
    } finally {
      setBusy(false)
    }
  }
  return [busy, () => void start()]
}

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads the file after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
