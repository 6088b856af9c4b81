import type { ServerFeature } from '#engine/server'
import { actionsJob } from './actions/actions-job'
import { hooks } from './bot-hooks'
import { flowCalls } from './flow-server'
import { publishCalls } from './publish'
import { replayCalls } from './replay-bot'
import { stepCalls } from './step-server'
import { tryCalls } from './try-bot'
import { timeoutsJob } from './timeouts-job'

export { answerByBot, botContext, type BotContext, type BotTurn } from './answer'
export { readDraft } from './read-flow'
export { endTalk } from './session-store'
export { offerChatPort, type BotChat, type ChatPort } from './chat-port'

/** Bots: flows of steps that people draw, and the conversations that follow them. */
export const bots: ServerFeature = {
  name: 'bots',
  needs: {
    products: ['id_tarif'],
    tarifs: ['type'],
    bots: [
      'name',
      'trigger_channel',
      'id_bot_step_first',
      'id_branch',
      'id_user',
      'id_product',
      'minutes_idle',
      'published',
      'date_published',
      'revision',
      'published_revision',
    ],
    bot_steps: [
      'id_bot',
      'type',
      'message_text',
      'childs',
      'id_bot_step_next',
      'id_bot_step_positive',
      'id_bot_step_default',
      'position_x',
      'position_y',
    ],
    bot_step_childs: ['id_step', 'title', 'id_bot_step', 'condition_source', 'condition_operator', 'condition_target'],
    bot_sessions: [
      'id_bot',
      'id_bot_version',
      'id_chat',
      'channel',
      'phone',
      'id_client',
      'step',
      'state',
      'memory',
      'date_expires',
    ],
    bot_traces: ['id_bot_session', 'id_bot', 'turn', 'step', 'input', 'exit', 'note'],
    bot_actions: [
      'id_bot_session',
      'id_bot',
      'id_chat',
      'id_service',
      'type',
      'request',
      'state',
      'tries',
      'date_next',
    ],
    bot_versions: ['id_bot', 'number', 'definition', 'num_steps', 'id_user'],
  },
  calls: [...flowCalls, ...stepCalls, ...publishCalls, ...tryCalls, ...replayCalls],
  hooks,
  jobs: [actionsJob, timeoutsJob],
  panels: ['bot-flow'],
}
