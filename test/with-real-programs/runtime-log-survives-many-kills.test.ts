import { test } from 'vitest'
import { killHosts } from '../../testing/kill-hosts.js'

test('a host is killed at two hundred moments, and its log always verifies', () => killHosts(200), 600_000)
