/** Whether a call may run: yes, only if the user agrees, or no. All code that judges calls uses these words. */
export type Decision = 'allow' | 'ask' | 'deny'
