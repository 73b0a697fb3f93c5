import { openFileQueue } from './file-queue.js'
import { openRedisQueue } from './redis-queue.js'
import type { Queue, QueueSettings } from './types.js'

/** A queue on Redis for `redis://…`, otherwise in a folder. */
export async function openQueue<Data, Result>(place: string, settings?: QueueSettings): Promise<Queue<Data, Result>> {
  return /^rediss?:/.test(place) ? openRedisQueue(place, settings) : openFileQueue(place, settings)
}
