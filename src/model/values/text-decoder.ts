/** What the bytes from 0x80 to 0x9F are in Windows-1252; five of them are nothing there. */
const WINDOWS_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** A reader of bytes as text; `stream`: more bytes follow. */
interface BytesReader {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/**
 * A reader of an encoding. Some versions of Node read Windows-1252 as Latin 1, so that its quotes, dashes and euro are
 * controls: those are mended here.
 */
export function textDecoder(encoding: string, options: { readonly ignoreBOM?: boolean } = {}): BytesReader {
  const decoder = new TextDecoder(encoding, options)
  if (decoder.encoding !== 'windows-1252') return decoder
  return {
    decode: (bytes, more) =>
      decoder
        .decode(bytes, more)
        .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_SIGNS[control.charCodeAt(0) - 0x80] ?? control),
  }
}
