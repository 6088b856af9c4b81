import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { demoFolder } from '../demo-folder'
import { startServerProcess, type ServerProcess } from './server-process'

const WRITERS = 4
const WRITING_MS = 2500

describe('a server that is killed in the middle of writes', () => {
  const folder = demoFolder()
  let server: ServerProcess | undefined
  afterAll(async () => {
    await server?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('has lost nothing that it acknowledged, and writes on', async () => {
    const DATA_DIR = folder
    const at = await startServerProcess({ DATA_DIR })
    server = at
    const post = async (address: string, path: string, body: object, token?: string) => {
      const reply = await fetch(`${address}/api/admin/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
      return { status: reply.status, body: (await reply.json()) as { ok: boolean; token?: string; id?: number } }
    }
    const account = { username: 'root@demo.test', password: 'toolrides' }
    const token = String((await post(at.address, 'login/login', account)).body.token)

    const acknowledged = new Map<number, string>()
    const write = async (writer: number) => {
      for (let turn = 0; ; turn++) {
        const name = `Color ${writer}-${turn}`
        const code = `#${(writer * 0x100000 + turn + 1).toString(16).padStart(6, '0')}`
        const { status, body } = await post(at.address, 'colors/create', { name, code }, token)
        if (status !== 200) throw new Error(`${status} for ${name}: ${JSON.stringify(body)}`)
        acknowledged.set(Number(body.id), name)
        // Fewer in all than the longest list.
        await new Promise((resolve) => setTimeout(resolve, 12))
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer + 1))
    const ends = Promise.allSettled(writers)
    await new Promise((resolve) => setTimeout(resolve, WRITING_MS))
    expect(await at.end('SIGKILL')).toBe('SIGKILL')
    const reasons = (await ends).map((end) =>
      end.status === 'rejected' ? String((end.reason as Error).message) : 'went on',
    )
    expect(
      reasons.every((reason) => /fetch failed|terminated|socket/.test(reason)),
      reasons.join(),
    ).toBe(true)
    expect(acknowledged.size).toBeGreaterThan(WRITERS * 2)

    const again = await startServerProcess({ DATA_DIR })
    server = again
    const list = await fetch(`${again.address}/api/admin/colors?limit=1000&q=Color&order_col=id`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items } = (await list.json()) as { items: { id: number; name: string }[] }
    const kept = new Map(items.map(({ id, name }) => [id, name]))
    expect([...acknowledged].filter(([id, name]) => kept.get(id) !== name)).toEqual([])
    // What was under way and never answered may stand or not: one call of each writer.
    expect(kept.size - acknowledged.size).toBeLessThanOrEqual(WRITERS)
    expect((await post(again.address, 'colors/create', { name: 'Después', code: '#fedcba' }, token)).status).toBe(200)
  })
})
