import { answerCommand } from './approvals-answer.js'

export const approvalsAllowCommand = answerCommand('allow', 'Let a waiting call run, once')
