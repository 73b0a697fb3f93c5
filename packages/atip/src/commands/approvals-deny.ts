import { answerCommand } from './approvals-answer.js'

export const approvalsDenyCommand = answerCommand('deny', 'Refuse a waiting call')
