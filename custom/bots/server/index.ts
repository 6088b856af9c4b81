import type { ServerFeature } from '#engine/server'
import { hooks } from './bot-hooks'
import { flowCalls } from './flow-server'
import { publishCalls } from './publish'
import { stepCalls } from './step-server'

export { answerByBot, botContext, type BotContext, type BotTurn } from './answer'
export { chatPortOf, offerChatPort, type BotChat, type ChatPort } from './chat-port'

/** Bots: flows of steps that people draw, and the conversations that follow them. */
export const bots: ServerFeature = {
  name: 'bots',
  needs: {
    bots: ['name', 'trigger_channel', 'id_bot_step_first', 'id_branch', 'id_user', 'id_product', 'minutes_idle', 'published', 'date_published', 'revision', 'published_revision'],
    bot_steps: ['id_bot', 'type', 'message_text', 'childs', 'id_bot_step_next', 'id_bot_step_positive', 'id_bot_step_default', 'position_x', 'position_y'],
    bot_step_childs: ['id_step', 'title', 'id_bot_step', 'condition_source', 'condition_operator', 'condition_target'],
    bot_versions: ['id_bot', 'number', 'definition', 'num_steps', 'id_user'],
  },
  calls: [...flowCalls, ...stepCalls, ...publishCalls],
  hooks,
}
