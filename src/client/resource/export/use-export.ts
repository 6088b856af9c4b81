import { useNotify } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '../../../model/resource'
import type { FileOptions, SavedFile } from '../../console/provider'
import { useFailure } from '../../../ui/failure'
import { saveFile } from '../list/save-file'

/**
 * Downloads a file of this format; `all`: every column, not only those of the list; `rows`: the rows of this field
 * alone.
 */
export type RunExport = (format: ExportFormat, options: FileOptions, all: boolean, rows?: string) => Promise<SavedFile>

interface Export {
  /** Bytes received; null: no export is running. */
  readonly bytes: number | null
  readonly start: (format: ExportFormat, all: boolean, rows?: string) => void
  readonly cancel: () => void
}

/** One export at a time: its progress, and how to cancel it. It ends when the page is closed. */
export function useExport(run: RunExport): Export {
  const notify = useNotify()
  const fail = useFailure()
  const [bytes, setBytes] = useState<number | null>(null)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const start = async (format: ExportFormat, all: boolean, rows?: string): Promise<void> => {
    const control = new AbortController()
    under.current = control
    setBytes(0)
    try {
      const { blob, name } = await run(format, { signal: control.signal, onProgress: setBytes }, all, rows)
      saveFile(blob, name)
      notify('list.exported', { type: 'success', messageArgs: { name } })
    } catch (failure) {
      if (control.signal.aborted) notify('export.cancelled', { type: 'info' })
      else fail(failure)
    } finally {
      under.current = null
      setBytes(null)
    }
  }
  return { bytes, start: (format, all, rows) => void start(format, all, rows), cancel: () => under.current?.abort() }
}
