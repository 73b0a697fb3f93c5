import { test } from 'vitest'
import { killHosts } from '../testing/kill-hosts.js'

test('wherever a host is killed, the log verifies and each call has one terminal state', () => killHosts(6))
