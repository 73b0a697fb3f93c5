// A tool to complete in real shells. Called otherwise, it tells the words it got, so that a test sees what a shell made
// of a completed line.
import { answerCompletion } from './answer.js'
import { fixture } from './fixture.js'
import { completionScript } from './scripts/script.js'

const [word, ...rest] = process.argv.slice(2)
if (word === '__complete') {
  const answer = await answerCompletion(fixture, rest)
  process.stdout.write(answer, () => process.exit(0))
} else if (word === 'completion') {
  process.stdout.write(completionScript(rest[0], rest[1] ?? fixture.name))
} else {
  process.stderr.write(`called with ${JSON.stringify(process.argv.slice(2))}\n`)
}
