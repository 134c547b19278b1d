import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readConfiguration, ConfigurationError, type Configuration } from '#configuration/configuration.js';
import { removeCredentials } from '#configuration/engine-address.js';
import { anyText } from '#test/any-text.js';

const NAMES = [
  ...[
    'DATA',
    'EVENTS',
    'READS',
    'KEYS',
    'ONLY',
    'MASTER_KEY',
    'HOST',
    'PORT',
    'URL',
    'DEMO',
    'SECURE',
    'SESSION_SECRET',
    'LOG',
    'ENV',
  ],
].map((name) => `DAYBOOK_${name}`);
const TEXTS = [
  '',
  '0',
  '1',
  '3000',
  'true',
  'production',
  'sqlite:x',
  'sqlite:C:\\x',
  'mongo:x',
  'esdb://h:2113',
  'kurrentdb+discover://a:b@h,i?tls=false',
  'mongodb://h/d',
  'web',
  'https://daybook.example.org',
  'debug',
  '::1',
  '-1',
];

const anySetting = fc.oneof(fc.constantFrom(...TEXTS), fc.string(), anyText(), fc.constant(undefined));
const anyEnvironment = fc.record(Object.fromEntries(NAMES.map((name) => [name, anySetting])));
const anyOptions = fc.record(
  {
    data: fc.string(),
    host: fc.string(),
    port: fc.oneof(fc.string(), fc.nat().map(String)),
    demo: fc.boolean(),
  },
  { requiredKeys: [] },
);

function configured(...said: Parameters<typeof readConfiguration>): Configuration | ConfigurationError {
  try {
    return readConfiguration(...said);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

const refusal = (environment: NodeJS.ProcessEnv, options = {}) =>
  (configured(options, environment) as ConfigurationError).message;

describe('the configuration', () => {
  it('is whole, or refused with a line for each setting that is wrong, whatever the environment says', () => {
    fc.assert(
      fc.property(anyOptions, anyEnvironment, (options, environment) => {
        const found = configured(options, environment);
        if (found instanceof Error) {
          expect(found.message).toMatch(/(--|DAYBOOK_)\w+: /);
          return;
        }
        const { data, events, reads, keys, masterKey, port, host, demo, production } = found;
        const places = [events, reads, keys].flatMap((each) => Object.values(each).slice(1));
        for (const place of [data, masterKey, ...places])
          expect(isAbsolute(place) || /^(esdb|kurrentdb|mongodb)[a-z+]*:\/\/[^/]/.test(place)).toBe(true);
        expect(port).toBeGreaterThanOrEqual(0);
        expect(port).toBeLessThanOrEqual(65_535);
        expect(host).not.toBe('');
        expect(demo && production).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has a place for everything in one folder when nothing is said', () => {
    const data = resolve('data');
    expect(readConfiguration({}, {})).toEqual({
      data,
      events: { engine: 'sqlite', path: join(data, 'events.sqlite') },
      reads: { engine: 'sqlite', folder: join(data, 'reads') },
      readers: availableParallelism(),
      keys: { engine: 'sqlite', path: join(data, 'keys.sqlite') },
      files: { engine: 'folder', path: join(data, 'files') },
      masterKey: join(data, 'master.key'),
      archiveBytes: 2048 * 1024 * 1024,
      basic: true,
      host: '127.0.0.1',
      passwords: true,
      providers: [],
      port: 3000,
      demo: true,
      demoRequested: false,
      production: false,
      secure: false,
      proxies: ['loopback'],
      checkEvery: 60,
      rates: { person: 1200, address: 12000 },
      calls: { on: true, allow: [], from: 'daybook@localhost' },
      log: 'warn',
      logClients: false,
      environment: {},
    });
  });

  it('has the secrets of the environment', () => {
    const [sessionSecret, givenMasterKey] = ['x'.repeat(32), 'y'.repeat(44)];
    const environment = { DAYBOOK_SESSION_SECRET: sessionSecret, DAYBOOK_MASTER_KEY: givenMasterKey };
    expect(readConfiguration({}, { ...environment, ERP_SECRET: 'z' })).toMatchObject({
      sessionSecret,
      givenMasterKey,
      environment: { ERP_SECRET: 'z' },
    });
  });

  it('takes an empty setting for none, and options before the environment', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(readConfiguration({}, empty)).toEqual({ ...readConfiguration({}, {}), environment: empty });
    const environment = { DAYBOOK_PORT: '4000', DAYBOOK_HOST: '0.0.0.0', DAYBOOK_DATA: '/srv/one' };
    expect(readConfiguration({}, environment)).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      data: resolve('/srv/one'),
    });
    expect(readConfiguration({ port: '0', data: '/srv/two' }, environment)).toMatchObject({
      port: 0,
      data: resolve('/srv/two'),
    });
  });

  it('knows where people reach it', () => {
    const site = (said: string) => readConfiguration({}, { DAYBOOK_URL: said }).site;
    expect(site('https://daybook.example.org')).toBe('https://daybook.example.org');
    expect(site('http://Daybook.Example.org:8080/')).toBe('http://daybook.example.org:8080');
    expect(site('https://intra.example.org/daybook/')).toBe('https://intra.example.org/daybook');
    expect(site('https://intra.example.org/tools/daybook-2')).toBe(
      'https://intra.example.org/tools/daybook-2',
    );
    for (const wrong of [
      'daybook.example.org',
      'ftp://x.org',
      'https://x.org/-/daybook',
      'https://x.org//daybook',
      'https://x.org/a/../b',
      'https://x.org/day%62ook',
      'https://x.org/?a',
      'https://',
    ])
      expect(refusal({ DAYBOOK_URL: wrong })).toBe(
        `DAYBOOK_URL: “${wrong}” will not do; write an address such as https://daybook.example.org or https://intra.example.org/daybook`,
      );
    expect(refusal({ DAYBOOK_URL: 'https://me:hunter2@x.org' })).not.toContain('hunter2');
  });

  it('keeps log and read models where it is told, on whichever system', () => {
    const environment = { DAYBOOK_EVENTS: 'sqlite:/var/log.sqlite', DAYBOOK_READS: 'sqlite:C:\\reads' };
    const { events, reads } = readConfiguration({}, environment);
    expect(events).toEqual({ engine: 'sqlite', path: resolve('/var/log.sqlite') });
    expect(reads).toEqual({ engine: 'sqlite', folder: resolve('C:\\reads') });
  });

  it('has no examples in production, and cookies over HTTPS only', () => {
    const production = { DAYBOOK_ENV: 'production' };
    expect(readConfiguration({}, production)).toMatchObject({ demo: false, secure: true, production: true });
    expect(readConfiguration({ demo: true }, { ...production, DAYBOOK_DEMO: '1' }).demo).toBe(false);
    expect(readConfiguration({}, { ...production, DAYBOOK_SECURE: '0' }).secure).toBe(false);
    expect(readConfiguration({ demo: false }, {}).demo).toBe(false);
    expect(readConfiguration({}, { DAYBOOK_DEMO: 'off' }).demo).toBe(false);
  });

  it('says what would be right, by the name it was said with, and repeats no secret', () => {
    expect(refusal({ DAYBOOK_PORT: '3e3' })).toBe(
      'DAYBOOK_PORT: “3e3” will not do; write a number from 0 to 65535; 0 is any free port',
    );
    expect(refusal({ DAYBOOK_PORT: 'tcp://10.96.12.34:80' })).toMatch(/enableServiceLinks: false/);
    expect(refusal({}, { port: '65536' })).toMatch(/^--port: “65536” will not do; write a number/);
    expect(refusal({ DAYBOOK_SESSION_SECRET: 'hunter2' })).toBe(
      'DAYBOOK_SESSION_SECRET: use 32 characters or more',
    );
  });

  it.each([
    ['sqlite:', /after sqlite: the path is missing/],
    ['/srv/events.sqlite', /before a path stands sqlite:/],
    ['eventstore://127.0.0.1:2113', /did you mean esdb:\/\//],
    ['ESDB://127.0.0.1', /did you mean esdb:\/\//],
    ['kdb+discover://127.0.0.1', /did you mean kurrentdb\+discover:\/\//],
    ['esdb://', /the host is missing/],
    ['esdb://one,,two', /the host is missing/],
    ['esdb:/127.0.0.1', /two slashes are missing/],
    ['esdb://127.0.0.1:99999', /a port is a number/],
    ['esdb://127.0.0.1 ?tls=false', /a space/],
    [
      'mongodb://127.0.0.1',
      /MongoDB keeps read models \(DAYBOOK_READS\) and keys \(DAYBOOK_KEYS\), not events/,
    ],
    ['postgres://127.0.0.1', /has no engine “postgres”/],
    ['http://127.0.0.1:2113', /has no engine “http”/],
  ])('refuses to keep events in %s, with an example of every form', (said, why) => {
    const message = refusal({ DAYBOOK_EVENTS: said });
    expect(message).toMatch(why);
    for (const form of ['sqlite:/', 'esdb://', 'esdb+discover://', 'kurrentdb://', 'kurrentdb+discover://'])
      expect(message).toContain(`\n  ${form}`);
  });

  it.each([
    ['mongo://127.0.0.1', /did you mean mongodb:\/\//],
    ['mongodb://', /the host is missing/],
    ['mongodb:///daybook', /the host is missing/],
    ['mongodb://127.0.0.1:port/daybook', /a port is a number/],
    ['mongodb://me:p@ss@127.0.0.1/daybook', /write %40 for @/],
    ['mongodb://me:pa/ss@127.0.0.1/daybook', /write %40 for @/],
    ['esdb://127.0.0.1', /EventStoreDB keeps events \(DAYBOOK_EVENTS\), nothing else/],
    ['reads', /this names no engine/],
  ])('refuses to keep read models or keys in %s, with an example of every form', (said, why) => {
    for (const name of ['DAYBOOK_READS', 'DAYBOOK_KEYS']) {
      const message = refusal({ [name]: said });
      expect(message).toMatch(why);
      for (const form of ['sqlite:/', 'mongodb://', 'mongodb+srv://'])
        expect(message).toContain(`\n  ${form}`);
    }
  });

  it.each([
    'eventstore://admin:Tr0ub4dor@127.0.0.1',
    'esdb://admin:Tr0ub4dor@',
    'esdb://admin:Tr0ub4dor',
    'esdb:/admin:Tr0ub4dor@127.0.0.1',
    'esdb://admin:x@Tr0ub4dor@127.0.0.1',
    'esdb://admin:x?Tr0ub4dor/#@127.0.0.1',
    'esdb://admin:Tr0ub4dor @127.0.0.1',
    'admin:Tr0ub4dor@127.0.0.1',
    'postgres://127.0.0.1/daybook?password=Tr0ub4dor',
    'mongodb://127.0.0.1/d?tlsCertificateKeyFilePassword=Tr0ub4dor&x=1',
    'mongodb://127.0.0.1/d?authMechanismProperties=AWS_SESSION_TOKEN:Tr0ub4dor',
  ])('repeats no password of %s', (said) => {
    expect(refusal({ DAYBOOK_EVENTS: said })).toMatch(/^DAYBOOK_EVENTS: “/);
    expect(refusal({ DAYBOOK_EVENTS: said })).not.toContain('Tr0ub4dor');
  });

  it('shows an address without its password, and otherwise as it is', () => {
    const shown = [
      ['esdb://admin:changeit@one:2113,two:2113?tls=false', 'esdb://one:2113,two:2113?tls=false'],
      ['mongodb://[::1]:27017/daybook?replicaSet=rs', 'mongodb://[::1]:27017/daybook?replicaSet=rs'],
      ['mongodb+srv://me:secret@host/daybook', 'mongodb+srv://host/daybook'],
      ['sqlite:/home/me@work/events.sqlite', 'sqlite:/home/me@work/events.sqlite'],
    ];
    for (const [address, expected] of shown) expect(removeCredentials(address!)).toBe(expected);
  });

  it('hides a password whatever it is made of', () => {
    const password = fc.string({ minLength: 6 }).map((text) => `Tr0ub4dor${text}`);
    fc.assert(
      fc.property(password, fc.constantFrom('esdb', 'mongodb', 'mysql'), (secret, scheme) => {
        expect(removeCredentials(`${scheme}://admin:${secret}@127.0.0.1/x?y=1`)).not.toContain('Tr0ub4dor');
      }),
    );
  });

  it('knows the servers it is told, word for word', () => {
    const said = {
      DAYBOOK_EVENTS: 'kurrentdb+discover://a:b%40c@one:2113,two?tls=false',
      DAYBOOK_READS: 'mongodb://u:p@[::1]:27017,two/daybook?replicaSet=rs',
      DAYBOOK_KEYS: 'mongodb+srv://u:p@host/keys',
      DAYBOOK_MASTER_KEY: 'x',
    };
    expect(readConfiguration({}, said)).toMatchObject({
      events: { engine: 'eventstoredb', url: said.DAYBOOK_EVENTS },
      reads: { engine: 'mongodb', url: said.DAYBOOK_READS },
      keys: { engine: 'mongodb', url: said.DAYBOOK_KEYS },
    });
  });

  it('takes one half of the work, from the command line before the environment', () => {
    expect(readConfiguration({}, {}).only).toBeUndefined();
    expect(readConfiguration({}, { DAYBOOK_ONLY: 'projections' }).only).toBe('projections');
    expect(readConfiguration({ only: 'web' }, { DAYBOOK_ONLY: 'projections' }).only).toBe('web');
    expect(refusal({}, { only: 'wep' })).toBe('--only: “wep” will not do; write one of web, projections');
  });

  it('asks for what several machines have to share, and says how to make it', () => {
    const keys = { DAYBOOK_KEYS: 'mongodb://127.0.0.1/daybook-keys' };
    const masterKey = { ...keys, DAYBOOK_MASTER_KEY: Buffer.alloc(32).toString('base64') };
    expect(refusal(keys)).toMatch(/^DAYBOOK_MASTER_KEY: .*openssl rand -base64 32/);
    expect(configured({}, masterKey)).not.toBeInstanceOf(Error);
    expect(refusal(masterKey, { serves: true })).toMatch(
      /^DAYBOOK_SESSION_SECRET: .*openssl rand -base64 32/,
    );
    expect(configured({ serves: true, only: 'projections' }, masterKey)).not.toBeInstanceOf(Error);
    const both = { ...masterKey, DAYBOOK_SESSION_SECRET: 'x'.repeat(32) };
    expect(configured({ serves: true }, both)).not.toBeInstanceOf(Error);
  });

  it('keeps keys and read models apart', () => {
    const both = (reads: string, keys: string) =>
      configured(
        {},
        { DAYBOOK_READS: `mongodb://${reads}`, DAYBOOK_KEYS: `mongodb://${keys}`, DAYBOOK_MASTER_KEY: 'x' },
      );
    const clash = /^DAYBOOK_KEYS: “mongodb:\/\/[^@]*” will not do; it is the database of the read models/;
    expect(both('a/daybook', 'u:p@a/daybook?w=1')).toHaveProperty('message', expect.stringMatching(clash));
    expect(both('u:p@a,b', 'b,a/daybook')).toHaveProperty('message', expect.stringMatching(clash));
    expect(both('a', 'a')).not.toBeInstanceOf(Error);
    expect(both('a/daybook', 'b/daybook')).not.toBeInstanceOf(Error);
  });
});
