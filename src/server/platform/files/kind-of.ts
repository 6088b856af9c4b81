/** Bytes from which a file's kind is detected. */
export const HEAD_BYTES = 4096

type Mark = readonly [mime: string, at: number, bytes: string]

/**
 * The first bytes of each kind of file, as Latin-1 (WHATWG MIME Sniffing §6; for the rest the formats' own documents).
 */
const MARKS: readonly Mark[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBPVP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftypheic'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/x-icon', 0, '\0\0\x01\0'],
  ['application/pdf', 0, '%PDF-'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-ole-storage', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
  ['audio/mpeg', 0, '\xff\xf2'],
  ['audio/aac', 0, '\xff\xf1'],
  ['audio/aac', 0, '\xff\xf9'],
  ['audio/amr', 0, '#!AMR'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['audio/ogg', 0, 'OggS\0'],
  ['audio/wav', 8, 'WAVE'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['video/mp4', 4, 'ftyp'],
]

/** Zip files that are documents, by the folder of their parts. */
const DOCUMENTS: readonly (readonly [folder: string, mime: string])[] = [
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
]

/**
 * The mime type of a file, from its first `HEAD_BYTES` alone: its name and its sender are not trusted, except to
 * distinguish a table of texts from other texts, which are equally harmless.
 */
export function mimeType(head: Uint8Array, name: string): string {
  const text = Buffer.from(head).toString('latin1')
  const mark = MARKS.find(([, at, bytes]) => text.startsWith(bytes, at))
  if (mark) return mark[0]
  if (text.startsWith('PK\x03\x04'))
    return DOCUMENTS.find(([folder]) => text.includes(folder))?.[1] ?? 'application/zip'
  if (!isText(head)) return 'application/octet-stream'
  // What a browser would run or draw, anywhere in the beginning.
  const low = text.toLowerCase()
  if (/<svg[\s>/]/.test(low)) return 'image/svg+xml'
  if (/<(?:!doctype html|html|head|body|script|iframe|style|meta|link|object|embed|img|a)[\s>/]/.test(low))
    return 'text/html'
  if (
    low
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart()
      .startsWith('<?xml')
  )
    return 'text/xml'
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain'
}

function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return false
  try {
    // The last character may be cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
