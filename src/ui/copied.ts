/**
 * Puts a text on the clipboard. Browsers refuse that on pages without TLS; then the selection of its box is copied by
 * `execCommand`.
 * @returns whether it is there
 */
export async function copied(text: string, box: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    box?.select()
    return document.execCommand('copy')
  }
}
