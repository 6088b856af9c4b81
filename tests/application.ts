import { chats } from '../custom/chats/server'
import { clients } from '../custom/clients/server'
import { demoFeature } from '../custom/demo/server'
import { billing } from '../custom/billing/server'
import { bots } from '../custom/bots/server'
import { delivery } from '../custom/delivery/server'
import { dispatcher } from '../custom/dispatcher/server'
import { drivers } from '../custom/drivers/server'
import { explained } from '../custom/explain/server'
import { fares } from '../custom/fares/server'
import { fleet } from '../custom/fleet/server'
import { forms } from '../custom/forms/server'
import { geo } from '../custom/geo/server'
import { groupings } from '../custom/groupings/server'
import { ledger } from '../custom/ledger/server'
import { messages } from '../custom/messages/server'
import { past } from '../custom/past/server'
import { ranking } from '../custom/ranks/server'
import { refers } from '../custom/refers/server'
import { forecasts } from '../custom/forecast/server'
import { reports } from '../custom/reports/server'
import { services } from '../custom/services/server'
import { simulator } from '../custom/simulator/server'
import { streets } from '../custom/streets/server'
import { telephony } from '../custom/telephony/server'
import { texts } from '../custom/texts/server'
import { tracking } from '../custom/tracking/server'
import { tracks } from '../custom/tracks/server'
import { users } from '../custom/users/server'
import { wallets } from '../custom/wallets/server'
import { widgets } from '../custom/widgets/server'
import type { ServerFeature } from '#engine/server'

/** Every feature of the application, as `custom/main.server.ts` starts it: for tests over its own files. */
export const APPLICATION: readonly ServerFeature[] = [
  geo,
  streets,
  fleet,
  ranking,
  users,
  services,
  forms,
  drivers,
  messages,
  dispatcher,
  fares,
  tracking,
  tracks,
  chats,
  telephony,
  delivery,
  ledger,
  wallets,
  billing,
  explained,
  refers,
  texts,
  groupings,
  reports,
  forecasts,
  past,
  bots,
  widgets,
  clients,
  simulator,
  demoFeature,
]
