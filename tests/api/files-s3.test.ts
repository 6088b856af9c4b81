import { createServer, type Server } from 'node:http'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Storage } from '../../src/server/platform/files/s3-storage'
import { openOne } from '../engines'
import { fileCalls, PNG, THINGS } from './files-fixture'
import { testApp, type TestApp } from './fixture-app'

/**
 * As much of a bucket as is needed: it asks for a signature, checks the body against the hash in it, and keeps objects.
 */
const objects = new Map<string, Buffer>()
const refused: string[] = []
let isDown = false
let isFull = false
let bucket: Server
let at: TestApp

beforeAll(async () => {
  bucket = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      const signed =
        /^AWS4-HMAC-SHA256 Credential=ID\/\d{8}\/lima-1\/s3\/aws4_request, SignedHeaders=[^,]*x-amz-content-sha256[^,]*, Signature=[0-9a-f]{64}$/
      const hash = request.headers['x-amz-content-sha256']
      const isWhole = request.method !== 'PUT' || hash === createHash('sha256').update(body).digest('hex')
      if (!signed.test(request.headers.authorization ?? '') || !isWhole) {
        refused.push(`${request.method} ${request.headers.authorization}`)
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      if (isDown) return response.writeHead(503).end()
      if (isFull && request.method === 'PUT')
        return response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
      const key = request.url ?? ''
      if (request.method === 'PUT') objects.set(key, body)
      if (request.method === 'DELETE') objects.delete(key)
      if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
      const object = objects.get(key)
      return object ? response.writeHead(200).end(object) : response.writeHead(404).end()
    })
  })
  await new Promise<void>((ready) => bucket.listen(0, '127.0.0.1', ready))
  const address = bucket.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const storage = s3Storage({
    url: `http://127.0.0.1:${port}/cubo/archivos/`,
    keyId: 'ID',
    secret: 'clave',
    region: 'lima-1',
  })
  at = await testApp({ open: openOne, schemas: THINGS, storage })
})
afterAll(async () => {
  await at?.close()
  await new Promise((done) => (bucket ? bucket.close(done) : done(null)))
})

test('files go to a bucket signed and whole, and come back from it', async () => {
  const files = fileCalls(at)
  const { body } = await files.upload('root', PNG)
  expect([...objects.keys()]).toEqual([expect.stringMatching(/^\/cubo\/archivos\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)])
  expect((await files.get(body.url)).bytes.equals(PNG)).toBe(true)
  expect(refused).toEqual([])
  await at.runtime.files.storage.remove([...objects.keys()][0]?.replace('/cubo/archivos/', '') ?? '')
  expect([objects.size, (await files.get(body.url)).status]).toEqual([0, 404])
})

test('a bucket that is full is told as such, and nothing is left of the file', async () => {
  isFull = true
  const rows = () => at.database.db.selectFrom('files').select('id').execute()
  const before = await rows()
  const answer = await fileCalls(at).upload('root', PNG)
  expect(answer).toMatchObject({ status: 507, body: { ok: false, code: 'STORAGE_FULL' } })
  expect(await rows()).toEqual(before)
  isFull = false
})

test('a bucket that is down is told as such, and no row says that the file is there', async () => {
  isDown = true
  const answer = await fileCalls(at).upload('root', PNG)
  expect(answer).toMatchObject({ status: 503, body: { ok: false, code: 'UNAVAILABLE' } })
  const rows = await at.database.db.selectFrom('files').select('state').orderBy('id', 'desc').limit(1).execute()
  expect(rows).toEqual([{ state: 'arriving' }])
  isDown = false
})
