import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Driver, Field, isSkipped, situations } from './fixtures/sandbox-people.js'

const MEBIBYTE = 2 ** 20

/** Every program here limits itself, so that it would do no harm without our limits. */
describe.skipIf(isSkipped)('what a program can use up', () => {
  describe.concurrent.each(situations)('$title', ({ person, backend }) => {
    let field: Field
    let driver: Driver
    const perl = (name: string, text: string) => field.plant(`${name}.pl`, `#!/usr/bin/perl\n${text}`)

    beforeAll(async () => {
      field = new Field()
      driver = await field.driver(person, { backends: [backend] })
    })
    afterAll(() => field.clear())

    test('processes', async () => {
      const bomb = perl(
        'bomb',
        `my $count = 0;
for (1 .. 500) { my $pid = fork; last unless defined $pid; if (!$pid) { sleep 5; exit } $count++ }
print $count;
`,
      )
      const { text } = await driver.run([bomb], { processes: 50 })
      expect(Number(text)).toBeGreaterThan(10)
      expect(Number(text)).toBeLessThan(50)
    })

    test('processes of one run are not counted for another', async () => {
      const some = perl('some', 'for (1 .. 30) { fork or do { sleep 1; exit } } print "all" if wait > 0;\n')
      const runs = Array.from({ length: 4 }, () => driver.run([some], { processes: 50 }))
      for (const run of runs) expect(await run).toMatchObject({ text: 'all' })
    })

    test('open files', async () => {
      const opener = perl(
        'opener',
        'my @files; for (1 .. 500) { open(my $file, "<", "/dev/null") or last; push @files, $file } print scalar @files;\n',
      )
      const { text } = await driver.run([opener], { descriptors: 100 })
      expect(Number(text)).toBeGreaterThan(80)
      expect(Number(text)).toBeLessThan(100)
    })

    test('the size of a file', async () => {
      const writer = perl(
        'writer',
        'open(my $file, ">", "/tmp/big"); $| = 1; print $file "x" x 1024 for 1 .. 20_000; close $file; print -s "/tmp/big";\n',
      )
      expect(await driver.run([writer], { fileBytes: MEBIBYTE })).toMatchObject({
        status: 'killed',
        signal: 'SIGXFSZ',
        cut: 'fileBytes',
      })
    })

    test('each folder that can be written', async () => {
      const filler = perl(
        'filler',
        `for my $folder ('/tmp', '/var/tmp', '/run', '/dev/shm', '/home/user') {
  my $sum = 0;
  for my $name (1 .. 40) {
    open(my $file, '>', "$folder/$name") or last;
    syswrite $file, 'x' x 262_144;
    $sum += -s $file;
  }
  print "$sum\\n";
}
`,
      )
      const { text } = await driver.run([filler], { scratchBytes: 2 * MEBIBYTE })
      for (const sum of text.trim().split('\n').map(Number)) {
        expect(sum).toBeGreaterThan(MEBIBYTE)
        expect(sum).toBeLessThanOrEqual(2 * MEBIBYTE)
      }
      expect(text.trim().split('\n')).toHaveLength(5)
    })

    test('memory', async () => {
      const eater = perl('eater', 'my $text = "x" x (200 * 1024 * 1024); print length $text;\n')
      expect((await driver.run([eater])).text).toBe(String(200 * MEBIBYTE))
      const result = await driver.run([eater], { memoryBytes: 100 * MEBIBYTE })
      expect(result.text).toBe('')
      expect(result.stderr.toString()).toContain('Out of memory')
    })

    test('memory of many processes together', async () => {
      const eaters = perl(
        'eaters',
        'for (1 .. 6) { fork or do { my $x = "x" x 40_000_000; sleep 20; exit } } print "all"; $| = 1; 1 while wait > 0;\n',
      )
      const result = await driver.run([eaters], { memoryBytes: 100 * MEBIBYTE })
      expect(result).toMatchObject({ status: 'killed', cut: 'memoryBytes', memoryCap: 'sampled' })
    })

    test('processor time', async () => {
      const spinner = perl('spinner', 'my $end = time + 20; 1 while time < $end;\n')
      expect(await driver.run([spinner], { cpuSeconds: 1 })).toMatchObject({
        status: 'killed',
        signal: 'SIGXCPU',
        cut: 'cpuSeconds',
      })
    })

    test('memory of the machine: when it runs out, the kernel ends these programs first', async () => {
      expect((await driver.run(['cat', '/proc/self/oom_score_adj'])).text).toBe('1000\n')
    })

    test('no core is left', async () => {
      expect((await driver.run(['/bin/sh', '-c', 'ulimit -c; ulimit -Hc'])).text).toBe('0\n0\n')
    })
  })
})
