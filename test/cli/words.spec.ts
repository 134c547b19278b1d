import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addressOf, daybook, done, newFolder, remove, ROOT, start } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
afterAll(() => remove(folder));

const OPTIONS = {
  serve: ['--port', '--host', '--data', '--no-demo'],
  check: ['--json', '<files...>'],
  publish: ['<file>', '--data'],
  import: ['<log>', '--into', '--ignore', '--json', '--data'],
  replay: ['[projections...]', '--dry-run', '--back', '--json', '--data'],
  events: ['--stream', '--type', '--since', '--until', '--limit', '--follow', '--json', '--data'],
  status: ['--json', '--data'],
  erase: ['<person>', '--reason', '--data'],
  link: ['<person>', '--data'],
};

describe('what daybook says about itself', () => {
  it('names every command, and of each what it takes', async () => {
    const help = await done(['--help']);
    for (const name of Object.keys(OPTIONS)) expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(help).toContain('Exit codes:');
    const each = await Promise.all(
      Object.entries(OPTIONS).map(async ([name, options]) => ({
        options,
        text: await done([name, '--help']),
      })),
    );
    for (const { options, text } of each) for (const option of options) expect(text).toContain(option);
    expect(await done(['help', 'replay'])).toContain('--dry-run');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const printed = await done(['--version']);
    expect(printed.split('\n')[0]).toBe(version);
    expect(await done(['version'])).toBe(printed);
  });

  it('answers wrong use with 2, on standard error, and says what would be right', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /Usage: daybook/],
      [['serv'], /Did you mean serve\?/],
      [['check'], /missing required argument 'files'/],
      [['replay', '--dryrun'], /Did you mean --dry-run\?/],
      [['import', 'x.xes'], /--into/],
      [['import', 'x.xes', '--into', 'permits'], /Write it like permits\.Application/],
      [['serve', '--port', 'abc'], /^daybook: --port: “abc” will not do; write a number from 0 to 65535/],
      [['status', '--data', ''], /^daybook: --data: .*name a folder/],
      [['calls', 'retry'], /missing required argument 'id'/],
      [['calls', 'give-up', 'x'], /--reason/],
      [['calls', 'again'], /there is no daybook calls again\. There are: list, retry, give-up/],
    ];
    for (const [words, why] of wrong) {
      const { code, out, err } = await daybook(words, { data });
      expect([words, code, out]).toEqual([words, 2, '']);
      expect(err).toMatch(why);
    }
  });

  it('names every setting that is wrong', async () => {
    const environment = {
      DAYBOOK_EVENTS: 'mongo:x',
      DAYBOOK_PORT: '99999',
      DAYBOOK_LOG: 'loud',
      DAYBOOK_DEMO: 'maybe',
    };
    const { code, out, err } = await daybook(['status'], { data, environment });
    expect([code, out]).toEqual([2, '']);
    // Indented lines are examples.
    const lines = err
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('daybook:   '));
    expect(lines).toHaveLength(4);
    expect(lines).toContainEqual(
      expect.stringMatching(/^daybook: DAYBOOK_EVENTS: “mongo:x” will not do; .*Write it like one of these:/),
    );
    expect(err).toContain('\ndaybook:   sqlite:/srv/daybook/events.sqlite\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^daybook: DAYBOOK_LOG: “loud” will not do; .*silent.*debug$/),
    );
  });
});

describe('daybook serve', () => {
  it('serves, tells where and who may come first, and ends in order on Ctrl-C although a browser holds on', async () => {
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    const address = await addressOf(serving);
    await serving.says(/first one, once:\n {2}http:\S+\/-\/welcome\?token=\S+\n/);
    expect((await fetch(`${address}/-/sign-in`)).status).toBe(200);
    const held = new AbortController();
    await fetch(`${address}/-/sign-in`, { signal: held.signal, headers: { Connection: 'keep-alive' } });
    serving.process.kill('SIGINT');
    const { code, signal, out, err } = await serving.ended;
    held.abort();
    expect([code, signal, err]).toEqual([0, null, '']);
    expect(out).toMatch(/Daybook is ending\.\n$/);
    expect(out).not.toContain('\u001b');
  });

  it.each([
    ['where people reach it', { DAYBOOK_URL: 'https://daybook.example.org' }, 'https://daybook.example.org'],
    ['this machine where it listens everywhere', { DAYBOOK_HOST: '0.0.0.0' }, 'http://localhost:\\d+'],
  ])('names %s', async (_, environment, site) => {
    const serving = start(['serve', '--port', '0', '--no-demo'], { data, environment });
    await serving.says(new RegExp(`^Daybook is at ${site}$`, 'm'));
    await serving.says(new RegExp(`first one, once:\n {2}${site}/-/welcome`));
    serving.process.kill('SIGTERM');
    expect((await serving.ended).code).toBe(0);
  });

  it('ends in order while the examples are being loaded', async () => {
    const serving = start(['serve', '--port', '0'], { data: join(folder, 'examples') });
    await addressOf(serving);
    await serving.says(/first one, once/);
    serving.process.kill('SIGTERM');
    const { code, out, err } = await serving.ended;
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/token=\S+\nDaybook is ending\.\n$/);
  });

  it('says that the port is in use, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, out, err } = await daybook(['serve', '--no-demo', '--port', String(port)], { data });
    other.close();
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `daybook: port ${port} of 127.0.0.1 is in use. End what uses it, or take another one: --port ${port + 1} (0 is any free one).\n`,
    );
    const nowhere = await daybook(['serve', '--no-demo', '--port', '0', '--host', '192.0.2.1'], { data });
    expect([nowhere.code, nowhere.err]).toEqual([
      1,
      expect.stringContaining('this machine has no address 192.0.2.1'),
    ]);
  });
});
