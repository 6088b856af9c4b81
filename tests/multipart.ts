import { randomUUID } from 'node:crypto'

/** A body with one file in it, as a browser sends it. */
export function multipart(
  file: string | Uint8Array,
  name: string,
): { readonly payload: Buffer; readonly headers: { readonly 'content-type': string } } {
  const boundary = `----${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export interface Part {
  readonly name: string
  readonly content: string | Uint8Array
  /** Of a file; absent: a value. */
  readonly filename?: string
  readonly type?: string
}

/** A form with values and files, as a browser sends it. */
export function multipartForm(parts: readonly Part[]): ReturnType<typeof multipart> {
  const boundary = `----${randomUUID()}`
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    ),
    Buffer.from(
      type === undefined && filename === undefined
        ? '\r\n'
        : `content-type: ${type ?? 'application/octet-stream'}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
