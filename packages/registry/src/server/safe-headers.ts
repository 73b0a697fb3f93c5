import { CONTENT_POLICY } from '../page/layout.js'

/** Restricts what a page can do, whatever a description contains. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `${CONTENT_POLICY}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}
