import { AwsClient } from 'aws4fetch'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '../../../model/errors'
import type { FileStorage } from './storage'

/** A bucket of any service with the S3 protocol. */
export interface S3Place {
  /** Address of the bucket, with an optional folder in it: `https://s3.example.com/bucket/files`. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

const WAIT_MS = 60_000
const RETRIES = 2

/** @throws {AppError} UNAVAILABLE while the service does not answer as expected, STORAGE_FULL when it has no room */
export function s3Storage({ url, keyId, secret, region }: S3Place): FileStorage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: RETRIES })
  const base = url.replace(/\/+$/, '')

  async function ask(
    key: string,
    init: { method: string; body?: Uint8Array<ArrayBuffer>; headers?: { [name: string]: string } },
  ): Promise<Response | null> {
    let answer: Response
    try {
      answer = await client.fetch(`${base}/${key}`, { ...init, signal: AbortSignal.timeout(WAIT_MS) })
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { say: 'files.storage_down' }, { cause })
    }
    if (answer.ok) return answer
    const text = await answer.text().catch(() => '')
    if (answer.status === 404) return null
    const isFull =
      answer.status === 507 ||
      /<Code>(XMinioStorageFull|QuotaExceeded\w*|InsufficientStorage|InsufficientCapacity|StorageFull)</.test(text)
    throw new AppError(isFull ? 'STORAGE_FULL' : 'UNAVAILABLE', isFull ? {} : { say: 'files.storage_down' }, {
      cause: new Error(`${init.method} ${key}: ${answer.status} ${text.slice(0, 300)}`),
    })
  }

  return {
    async put(key, path, _size_bytes, sha256) {
      const body = new Uint8Array(await readFile(path))
      const stored = await ask(key, {
        method: 'PUT',
        body,
        headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
      })
      if (!stored)
        throw new AppError(
          'UNAVAILABLE',
          { say: 'files.storage_down' },
          { cause: new Error(`PUT ${key}: the bucket is not there`) },
        )
      await stored.body?.cancel()
    },
    async get(key) {
      const answer = await ask(key, { method: 'GET' })
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : null
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' })
      await answer?.body?.cancel()
    },
  }
}
