import { isAbsolute, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { configure, ConfigurationRefused, type Configuration } from '../src/configuration.js';

const NAMES = [
  ...['DATA', 'EVENTS', 'READS', 'HOST', 'PORT', 'DEMO', 'SECURE', 'SESSION_SECRET', 'LOG', 'ENV'],
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
  'debug',
  '::1',
  '-1',
];

const anySetting = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constant(undefined),
);
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

function configured(...said: Parameters<typeof configure>): Configuration | ConfigurationRefused {
  try {
    return configure(...said);
  } catch (error) {
    if (error instanceof ConfigurationRefused) return error;
    throw error;
  }
}

const refusal = (environment: NodeJS.ProcessEnv, options = {}) =>
  (configured(options, environment) as ConfigurationRefused).message;

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
        for (const path of [data, events.path, reads.folder, keys, masterKey])
          expect(isAbsolute(path)).toBe(true);
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
    expect(configure({}, {})).toEqual({
      data,
      events: { engine: 'sqlite', path: join(data, 'events.sqlite') },
      reads: { engine: 'sqlite', folder: join(data, 'reads') },
      keys: join(data, 'keys.sqlite'),
      masterKey: join(data, 'master.key'),
      host: '127.0.0.1',
      port: 3000,
      demo: true,
      production: false,
      secure: false,
      log: 'warn',
    });
  });

  it('takes an empty setting for none, and options before the environment', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(configure({}, empty)).toEqual(configure({}, {}));
    const environment = { DAYBOOK_PORT: '4000', DAYBOOK_HOST: '0.0.0.0', DAYBOOK_DATA: '/srv/one' };
    expect(configure({}, environment)).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      data: resolve('/srv/one'),
    });
    expect(configure({ port: '0', data: '/srv/two' }, environment)).toMatchObject({
      port: 0,
      data: resolve('/srv/two'),
    });
  });

  it('keeps log and read models where it is told, on whichever system', () => {
    const environment = { DAYBOOK_EVENTS: 'sqlite:/var/log.sqlite', DAYBOOK_READS: 'sqlite:C:\\reads' };
    const { events, reads } = configure({}, environment);
    expect([events.path, reads.folder]).toEqual([resolve('/var/log.sqlite'), resolve('C:\\reads')]);
  });

  it('has no examples in production, and cookies over HTTPS only', () => {
    const production = { DAYBOOK_ENV: 'production' };
    expect(configure({}, production)).toMatchObject({ demo: false, secure: true, production: true });
    expect(configure({ demo: true }, { ...production, DAYBOOK_DEMO: '1' }).demo).toBe(false);
    expect(configure({}, { ...production, DAYBOOK_SECURE: '0' }).secure).toBe(false);
    expect(configure({ demo: false }, {}).demo).toBe(false);
    expect(configure({}, { DAYBOOK_DEMO: 'off' }).demo).toBe(false);
  });

  it('says what would be right, by the name it was said with, and repeats no secret', () => {
    expect(refusal({ DAYBOOK_PORT: '3e3' })).toBe(
      'DAYBOOK_PORT: “3e3” will not do; write a number from 0 to 65535; 0 is any free port',
    );
    expect(refusal({}, { port: '65536' })).toMatch(/^--port: “65536” will not do; write a number/);
    expect(refusal({ DAYBOOK_EVENTS: 'sqlite:' })).toMatch(/^DAYBOOK_EVENTS: “sqlite:” .*write sqlite:PATH/);
    expect(refusal({ DAYBOOK_SESSION_SECRET: 'hunter2' })).toBe(
      'DAYBOOK_SESSION_SECRET: use 32 characters or more',
    );
  });
});
