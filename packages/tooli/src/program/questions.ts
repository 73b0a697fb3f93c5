/** Words that ask about the tool instead of running it. Everything about them is loaded only when they occur. */
export const QUESTIONS = /^(?:--help|-h|--version|--agent|completion|__complete)$/
