/** Which records this page has a form of: the page behind a form need not ask who else is there. */
const open = new Map<string, number>()
const listeners = new Set<() => void>()

const put = (record: string, by: 1 | -1): void => {
  open.set(record, (open.get(record) ?? 0) + by)
  for (const listener of listeners) listener()
}

/** @returns how to say that the form is closed */
export function formOpened(record: string): () => void {
  put(record, 1)
  return () => put(record, -1)
}

export const hasForm = (record: string): boolean => (open.get(record) ?? 0) > 0

export function onForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
