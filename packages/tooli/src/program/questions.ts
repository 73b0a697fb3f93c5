/** Words that ask about the tool instead of running it. Their code is loaded only when they occur. */
export const QUESTIONS = /^(?:--help|-h|--version|--agent|completion|__complete)$/
