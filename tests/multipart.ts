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
