import type { JsonObject } from '../../model/json'

export interface Sent {
  /** 0: there was no answer. */
  readonly status: number
  readonly body: JsonObject | null
}

/** Sends a form with files and tells how much has gone, which `fetch` cannot. Rejects only when it was aborted. */
export function sendForm(
  url: string, headers: { readonly [name: string]: string }, form: FormData,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const aborted = (): void => reject(new DOMException('The upload was given up.', 'AbortError'))
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('abort', aborted)
    request.addEventListener('error', () => resolve({ status: 0, body: null }))
    request.addEventListener('load', () => resolve({ status: request.status, body: objectOf(request.responseText) }))
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(form)
  })
}

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
