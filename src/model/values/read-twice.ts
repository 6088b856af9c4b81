// `new TextDecoder('windows-1252')` says what each byte is there; the first half is ASCII in both.
const BYTES: ReadonlyMap<string, number> = new Map(Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128)), at + 128] as const))

/**
 * What a text was before somebody read its UTF-8 as Windows-1252 and kept that: `JosÃ©` → `José`. No language writes such letters one after the other.
 * @returns null where the text is as it was written
 */
export function readTwice(text: string): string | null {
  if (!/[\u00c2-\u00f4][^ -~\s]/.test(text)) return null
  const bytes = Array.from(text, (letter) => ((letter.codePointAt(0) ?? 0) < 128 ? letter.charCodeAt(0) : BYTES.get(letter) ?? -1))
  if (bytes.includes(-1)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
