import { multipartForm, type Part } from '../multipart'
import type { Files } from './fixture-schemas'
import type { JsonObject } from '../../src/model/json'
import type { Answer, TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

/** Files are told by their beginning; what follows is anything. */
export const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR the rest of a picture', 'latin1')
export const JPEG = Buffer.from('\xff\xd8\xff\xe0 another picture', 'latin1')
export const PDF = Buffer.from('%PDF-1.7 a contract')
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')
export const SVG = Buffer.from(
  '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)

/** A catalogue of things with a picture, papers and every shape of value that a form must send. */
export const THINGS: Files = {
  things: {
    title: 'Cosa',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      amount: { 'x-type': 'money', title: 'Importe' },
      places: { type: 'integer', title: 'Cuenta' },
      active: { type: 'boolean', title: 'Activa' },
      place: { 'x-type': 'point', title: 'Lugar' },
      code: { type: 'string', title: 'Código', maxLength: 20 },
      companies: { 'x-type': 'refs', title: 'Empresas', 'x-to': 'companies' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      pic: { 'x-type': 'image', title: 'Foto', 'x-max-kb': 2 },
      paper: { 'x-type': 'file', title: 'Documento', 'x-accept': 'application/pdf, image/*', 'x-max-kb': 4 },
      extra: { 'x-type': 'file', title: 'Adjunto' },
    },
  },
}

export interface FileCalls {
  form(role: RoleName | null, path: string, parts: readonly Part[]): Promise<Answer>
  upload(role: RoleName | null, content: Uint8Array, query?: string, filename?: string): Promise<Answer>
  /** Fetches an address as a browser does: without a token. */
  get(url: unknown): Promise<{ readonly status: number; readonly headers: Answer['headers']; readonly bytes: Buffer }>
  create(role: RoleName, input: JsonObject): Promise<Answer>
}

export function fileCalls(at: Pick<TestApp, 'app' | 'tokenFor' | 'call'>): FileCalls {
  const form: FileCalls['form'] = async (role, path, parts) => {
    const { payload, headers } = multipartForm(parts)
    const token: { [name: string]: string } =
      role === null ? {} : { authorization: `Bearer ${await at.tokenFor(role)}` }
    const reply = await at.app.inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      payload,
      headers: { ...headers, ...token },
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: JSON.parse(reply.body) as JsonObject,
    }
  }
  return {
    form,
    upload: (role, content, query = '', filename = 'foto.png') =>
      form(role, `files/upload${query}`, [{ name: 'file', content, filename }]),
    async get(url) {
      const reply = await at.app.inject({ method: 'GET', url: String(url) })
      return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
    },
    create: (role, input) => at.call(role, 'POST', 'things/create', input),
  }
}
