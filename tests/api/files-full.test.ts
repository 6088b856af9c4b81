import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStorage } from '../../src/server/platform/files/folder-storage'
import type { FileStorage } from '../../src/server/platform/files/storage'
import { openOne } from '../engines'
import { multipart } from '../multipart'
import { fileCalls, PNG, THINGS } from './files-fixture'
import { testApp, type TestApp } from './fixture-app'

const FULL = '/dev/full'
const SENTENCE = 'No queda espacio para guardar archivos. Avise al administrador: no se guardó nada.'

describe.skipIf(!existsSync(FULL))('a disk without room', () => {
  let at: TestApp
  let folder = ''
  let error: unknown = null
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'full-'))
    const real = folderStorage(folder)
    const storage: FileStorage = {
      ...real,
      // What the kernel itself says, once the file is there in part.
      put: async (key, path, size, hash) => {
        if (error === null) return real.put(key, path, size, hash)
        await real.put(key, path, size, hash)
        throw error
      },
    }
    at = await testApp({ open: openOne, schemas: THINGS, resources: { things: { import: {} } }, storage })
  })
  afterAll(async () => {
    await at?.close()
    await rm(folder, { recursive: true })
  })
  const rows = () => at.database.db.selectFrom('files').select('id').execute()
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map(({ name }) => name)

  test('is told with the word, and nothing is left of the file', async () => {
    const files = fileCalls(at)
    expect((await files.upload('root', PNG)).status).toBe(200)
    const before = [await rows(), await stored()]
    for (const code of ['ENOSPC', 'EDQUOT']) {
      error = Object.assign(
        await writeFile(FULL, 'x').then(
          () => new Error('there is room'),
          (cause: unknown) => cause as Error,
        ),
        { code },
      )
      expect(await files.upload('root', PNG)).toMatchObject({
        status: 507,
        body: { ok: false, code: 'STORAGE_FULL', msg: SENTENCE },
      })
      expect(
        await files.form('root', 'things/create', [
          { name: 'name', content: 'Con foto' },
          { name: 'pic', content: PNG, filename: 'a.png' },
        ]),
      ).toMatchObject({ status: 507 })
    }
    error = null
    expect([await rows(), await stored()]).toEqual(before)
  })

  test('where a call brings the file is told as well, an import too', async () => {
    const { temporary } = at.runtime.files
    const path = temporary.path
    // A link of our own: whoever receives a file removes what it was given.
    const given: string[] = []
    temporary.path = async () => {
      const link = join(folder, `link-${given.length}`)
      await symlink(FULL, link)
      given.push(link)
      return link
    }
    try {
      expect(await fileCalls(at).upload('root', PNG)).toMatchObject({ status: 507, body: { msg: SENTENCE } })
      const { payload, headers } = multipart('name\nuno\n', 'a.csv')
      const reply = await at.app.inject({
        method: 'POST',
        url: '/api/admin/things/importVerify',
        payload,
        headers: { ...headers, authorization: `Bearer ${await at.tokenFor('root')}` },
      })
      expect(reply.statusCode).toBe(507)
      expect(given).toHaveLength(2)
      expect(await stored()).toHaveLength(1)
    } finally {
      temporary.path = path
    }
  })
})
