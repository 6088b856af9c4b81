import fastify from 'fastify'
import { ALL_STAFF } from '../../src/model/application'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerUnknown } from '../../src/server/platform/answers/unknown-path'
import { pictureSource, secureHeaders } from '../../src/server/platform/answers/security-headers'
import { servePublicPages } from '../../src/server/http/public-pages'
import { serveConsole } from '../../src/server/boot/app'
import { readWords } from '../../src/server/language/words/read-words'

describe('the built console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const app = fastify()
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><title>console</title><link rel="icon" href="/icon.svg" />',
    )
    mkdirSync(join(folder, '.vite'))
    writeFileSync(
      join(folder, '.vite', 'manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/main-a1b2c3d4.js', imports: ['_shared.js'] },
        '../../custom/follow/client/page.ts': {
          file: 'assets/follow-1.js',
          css: ['assets/follow-1.css'],
          imports: ['_shared.js'],
          dynamicImports: ['late.ts'],
        },
        '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-2.css'], imports: ['_deep.js'] },
        '_deep.js': { file: 'assets/deep-1.js', imports: ['_shared.js'] },
        'late.ts': { file: 'assets/late-1.js', dynamicImports: ['map.ts'] },
        'map.ts': { file: 'assets/map-1.js' },
        '../../custom/follow/client/icon.png': { file: 'assets/icon-1.png' },
      }),
    )
    writeFileSync(join(folder, 'assets', 'main-a1b2c3d4.js'), 'export {}')
    writeFileSync(join(folder, 'assets', 'main-a1b2c3d4.js.br'), brotliCompressSync('export {}'))
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    secureHeaders(app, false, {
      model: () => ({ entities: {}, resources: {}, reports: {}, application: ALL_STAFF }),
      imageSettings: ['tiles', 'logo'],
      settings: async () => ({
        tiles: 'https://{s}.Tiles.example.com/{z}/{x}/{y}.png?key=1',
        logo: '/api/files/3/logo.png',
      }),
    })
    await serveConsole(app, folder)
    servePublicPages(
      app,
      folder,
      [
        {
          name: 'follow',
          needs: {},
          publicPages: [
            { path: '/follow/:link', script: 'custom/follow/client/page.ts' },
            { path: '/unbuilt/:link', script: 'custom/follow/client/unbuilt.ts' },
          ],
        },
        {
          name: 'shown',
          needs: {},
          publicPages: [
            { path: '/shown/:id', script: 'custom/follow/client/page.ts', framed: true },
            {
              path: '/shown_by/:id',
              script: 'custom/follow/client/page.ts',
              framed: async (_db, id) => (id === '7' ? ['https://hotel.example', 'https://*.hotel.example'] : []),
            },
            {
              path: '/kept',
              script: 'custom/follow/client/page.ts',
              installable: { icons: { 192: 'custom/follow/client/icon.png' } },
            },
            {
              path: '/shop/:slug',
              script: 'custom/follow/client/page.ts',
              installable: { icons: { 192: 'custom/follow/client/icon.png' } },
            },
          ],
        },
      ],
      null as never,
      async () => ({ brand: 'Taxis de Lima' }),
    )
    answerUnknown(app, readWords(join(import.meta.dirname, '../../i18n')), true)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const get = (url: string, method: 'GET' | 'POST' = 'GET') => app.inject({ method, url })

  test('a page that people keep has a manifest and a worker of its own, which keeps its shell and nothing else', async () => {
    expect((await get('/kept')).body).toContain('<link rel="manifest" href="/kept/app.webmanifest" />')
    expect((await get('/follow/x')).body).not.toContain('manifest')
    const manifest = await get('/kept/app.webmanifest')
    expect(manifest.json()).toMatchObject({
      name: 'Taxis de Lima',
      start_url: '/kept',
      scope: '/kept',
      display: 'standalone',
      icons: [{ src: '/assets/icon-1.png', sizes: '192x192' }],
    })
    const worker = await get('/kept/worker.js')
    expect([
      worker.headers['content-type'],
      worker.headers['service-worker-allowed'],
      worker.headers['cache-control'],
    ]).toEqual(['text/javascript; charset=utf-8', '/kept', 'no-cache'])
    const shell = JSON.parse(/SHELL = (\[.*?\])/.exec(worker.body)?.[1] ?? '[]') as string[]
    // The page and its views with all they import, no map, and nothing of the server's answers.
    expect(shell.toSorted()).toEqual([
      '/assets/deep-1.js',
      '/assets/follow-1.css',
      '/assets/follow-1.js',
      '/assets/late-1.js',
      '/assets/shared-1.js',
      '/assets/shared-2.css',
    ])
    expect(worker.body).not.toContain('/api')
  })

  test('a page with a part in its address is an application of its own at each address, whatever stands there', async () => {
    expect((await get('/shop/one')).body).toContain('<link rel="manifest" href="/shop/one/app.webmanifest" />')
    expect((await get('/shop/one/app.webmanifest')).json()).toMatchObject({
      id: '/shop/one',
      start_url: '/shop/one',
      scope: '/shop/one',
    })
    const worker = await get('/shop/two/worker.js')
    expect([worker.headers['service-worker-allowed'], /PAGE = "([^"]*)"/.exec(worker.body)?.[1]]).toEqual([
      '/shop/two',
      '/shop/two',
    ])
    expect((await get('/shop/%22%3E%3Cscript%3E')).body).not.toContain('<script>')
  })

  test('keeps files named by their content for ever and asks for the page anew', async () => {
    const script = await get('/assets/main-a1b2c3d4.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/', '/index.html', '/favicon.svg'])
      expect((await get(url)).headers['cache-control']).toBe('no-cache')
  })

  test('lets a page of everybody be framed by anybody, another by this console and the sites that its feature names, and the rest by nobody', async () => {
    const framed = async (url: string) => {
      const { headers } = await get(url)
      return [
        /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
        headers['x-frame-options'],
      ]
    }
    expect(await framed('/shown/1')).toEqual(['*', undefined])
    expect(await framed('/shown_by/7')).toEqual(["'self' https://hotel.example https://*.hotel.example", undefined])
    expect(await framed('/shown_by/8')).toEqual(["'self'", undefined])
    for (const url of ['/follow/secret-link', '/']) expect(await framed(url)).toEqual(["'none'", 'DENY'])
  })

  test('answers a script as the build compressed it to who can read that, and plain to everybody else', async () => {
    const url = '/assets/main-a1b2c3d4.js'
    const [small, plain] = await Promise.all(
      ['gzip, br', 'identity'].map((accepted) => app.inject({ url, headers: { 'accept-encoding': accepted } })),
    )
    expect([small?.headers['content-encoding'], small?.headers['content-type'], small?.headers.vary]).toEqual([
      'br',
      'application/javascript; charset=utf-8',
      'accept-encoding',
    ])
    expect([
      String(brotliDecompressSync(small?.rawPayload ?? Buffer.alloc(0))),
      plain?.body,
      plain?.headers['content-encoding'],
    ]).toEqual(['export {}', 'export {}', undefined])
  })

  test('answers every page of the console with its index, and nothing else', async () => {
    for (const url of ['/drivers', '/drivers/5/info', '/login?next=%2F', '/anything/at/all']) {
      const page = await get(url)
      expect([url, page.statusCode, page.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.body).toContain('<title>console</title>')
    }
    for (const url of ['/api/nothing', '/api', '/assets/gone-12345678.js', '/robots.txt'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect((await get('/drivers', 'POST')).statusCode).toBe(404)
  })

  test.each(['/../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/package.json', '//etc/passwd'])(
    'stays in its folder for %s',
    async (url) => {
      const { body } = await get(url)
      expect(body).not.toMatch(/root:|"dependencies"/)
    },
  )

  test('answers a public page with a page of its own, which loads what its script needs and is kept nowhere', async () => {
    const page = await get('/follow/abc')
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    expect(page.body.match(/(?:src|href)="[^"]*"/g)).toEqual([
      'href="/icon.svg"',
      'href="/assets/follow-1.css"',
      'href="/assets/shared-2.css"',
      'href="/assets/shared-1.js"',
      'href="/assets/deep-1.js"',
      'src="/assets/follow-1.js"',
    ])
    // One that was not built is the console's, whose start knows public pages, too.
    expect((await get('/unbuilt/abc')).body).toContain('<title>console</title>')
  })

  test.each([
    ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', 'https://tile.openstreetmap.org'],
    ['http://tiles.local:8080/{z}', 'http://tiles.local:8080'],
    ['https://{s}.a.com/{z}', 'https://*.a.com'],
    ['https://a.com; script-src *', null],
    ['https://*/x', null],
    ['javascript:alert(1)', null],
    ['/local.png', null],
    ['', null],
    [null, null],
  ])('may show pictures from where %s leads: %s', (address, source) => {
    expect(pictureSource(address)).toBe(source)
  })

  test('comes with headers that keep a browser from guessing, framing and foreign code', async () => {
    const { headers } = await get('/')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example.com;")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})
