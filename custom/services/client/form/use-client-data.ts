import type { CallResponse } from '#engine/model'
import { type Called, useCall } from '#engine/client'
import { dataClientCall } from '../../model/form-calls'

export type ClientData = CallResponse<typeof dataClientCall>
export type ClientPlace = ClientData['locations'][number]
export type KnownClient = Called<ClientData>

/** What is known of the chosen client: their places, their last service, their services under way. */
export const useClientData = (id_client: number | null, id_service: number | null): KnownClient =>
  useCall(dataClientCall, id_client === null ? null : { id_client, ...(id_service === null ? {} : { id_service }) })
