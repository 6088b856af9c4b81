import type { FileKind } from './channel'

const KINDS: readonly FileKind[] = ['image', 'audio', 'video']

/** As what a file counts by its mime type alone. */
export const kindOfMime = (mime: string): FileKind => KINDS.find((kind) => mime.startsWith(`${kind}/`)) ?? 'document'

const EXTENSIONS: { readonly [mime: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'application/pdf': 'pdf',
}

/** What a file is called that came without a name. */
export function nameOfFile({
  kind,
  name,
  mime,
}: {
  readonly kind: string
  readonly name: string | null
  readonly mime: string | null
}): string {
  const extension = EXTENSIONS[(mime ?? '').split(';')[0]?.trim() ?? '']
  return name ?? (extension === undefined ? kind : `${kind}.${extension}`)
}
