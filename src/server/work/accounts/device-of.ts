import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/network/network'
import type { Device } from './open-session'

/** What a request says about the device it comes from. */
export function deviceOf(request: FastifyRequest): Device {
  const body = (request.body ?? {}) as { readonly [key: string]: unknown }
  const text = (key: string, max: number): string | null => {
    const value = body[key]
    return typeof value === 'string' && value.trim() !== '' ? printable(value).slice(0, max) : null
  }
  const version = Number(body.app_version_code)
  return {
    platform: text('platform', 40) ?? 'web',
    device_brand: text('device_brand', 80),
    device_model: text('device_model', 80),
    os: text('os', 40),
    os_version: text('os_version', 40),
    uuid: text('uuid', 80),
    app_version_code: Number.isInteger(version) && Math.abs(version) < 2 ** 31 ? version : null,
    language: request.language,
    user_agent: printable(request.headers['user-agent'] ?? '').slice(0, 400) || null,
    address: networkOf(request.ip),
  }
}

// PostgreSQL stores no NUL, and other control characters do not belong in a list.
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ').trim()
