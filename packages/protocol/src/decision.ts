/** Whether a call may run: yes, if a person agrees, or no. The one vocabulary of every judge. */
export type Decision = 'allow' | 'ask' | 'deny'
