import { Type } from 'typebox'
import { defineCall, Flag, orNull } from '#engine/model'
import { Driver, DriverVehicle } from './driver-wire'

const Account = Type.Object({
  driver: Driver,
  /** The vehicles that the driver may drive. */
  vehicles: Type.Array(DriverVehicle),
  /** Seconds to answer a request, between two positions and between two polls. */
  settings: Type.Object({ time_request: Type.Number(), time_tracking: Type.Number(), interval: Type.Number() }),
  /** What the company says of the application; `version_current` is for a hint that there is a newer one. */
  app: Type.Object({
    version_required: orNull(Type.Integer()),
    version_current: orNull(Type.Integer()),
    android_url: orNull(Type.String()),
    ios_url: orNull(Type.String()),
    logo: orNull(Type.String()),
    show_time_distance_request: Flag,
    /** Whether drivers change their own telephone, document and date of birth. */
    can_edit_profile: Flag,
    wallet_enabled: Flag,
    refer_active: Flag,
  }),
  /** From version 74 of the application on. */
  may_pause: Type.Boolean(),
})

/**
 * `POST driver/login`: a session for an active driver. `device` is how the phone names itself; the same phone of the
 * same driver gets the same `device_id`, with which it sends its positions without a session. 422 at `app_version_code`
 * for an application older than the one that the settings require.
 */
export const driverLoginCall = defineCall({
  method: 'POST',
  path: '../driver/login',
  access: 'public',
  request: Type.Object({
    username: Type.String(),
    password: Type.String(),
    code: Type.Optional(Type.String()),
    app_version_code: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }))),
    device: Type.Optional(orNull(Type.String({ maxLength: 80 }))),
    platform: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
  }),
  response: Type.Intersect([Type.Object({ token: Type.String(), device_id: Type.String() }), Account]),
})

/**
 * `POST driver/logout`: ends the driver's free shift, the session and, if given, the device's id. A repeated call
 * changes nothing.
 */
export const driverLogoutCall = defineCall({
  method: 'POST',
  path: '../driver/logout',
  access: 'public',
  request: Type.Object({ device_id: Type.Optional(orNull(Type.String({ maxLength: 64 }))) }),
  response: Type.Object({}),
})

/** `GET driver/me`: what the login answered, for an application that starts with its token. */
export const driverMeCall = defineCall({
  method: 'GET',
  path: '../driver/me',
  access: 'session',
  request: Type.Object({}),
  response: Account,
})
