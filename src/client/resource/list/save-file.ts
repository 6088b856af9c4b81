/** Has the browser save a file under a name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads the file after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
