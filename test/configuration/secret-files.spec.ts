// Secrets in files: NAME_FILE instead of NAME.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readConfiguration, ConfigurationError } from '#configuration/configuration.js';
import { SECRET_SETTINGS } from '#configuration/secret-files.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const SECRET = 'a secret that is long enough for a session';

const VALUES: Readonly<Record<(typeof SECRET_SETTINGS)[number], string>> = {
  DAYBOOK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  DAYBOOK_SESSION_SECRET: SECRET,
  DAYBOOK_SMTP: 'smtp://ada:secret@mail.example.org:587',
  DAYBOOK_EVENTS: 'esdb://ada:secret@127.0.0.1:2113',
  DAYBOOK_READS: 'mongodb://ada:secret@127.0.0.1/reads',
  DAYBOOK_KEYS: 'sqlite:/srv/keys.sqlite',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
};

describe('a secret in a file', () => {
  it.each(SECRET_SETTINGS)('given %s_FILE with a line break at its end, is as if it were set', (name) => {
    const environment: NodeJS.ProcessEnv = { [`${name}_FILE`]: file(name, `${VALUES[name]}\r\n`) };
    const fromFile = readConfiguration({}, environment);
    expect(environment).toEqual({ [name]: VALUES[name] });
    expect(fromFile).toEqual(readConfiguration({}, { [name]: VALUES[name] }));
  });

  it('given a secret of calls, under the name that a specification gives it, is set too', () => {
    const environment: NodeJS.ProcessEnv = {
      ERP_SECRET_FILE: file('erp', 'whsec_abc\n'),
      SSL_CERT_FILE: file('cert', '-----BEGIN CERTIFICATE-----\n'),
      LOG_FILE: join(folder, 'not there'),
    };
    readConfiguration({}, environment);
    expect(environment['ERP_SECRET']).toBe('whsec_abc');
    expect(environment).not.toHaveProperty('SSL_CERT');
  });

  it.each([
    ['the secret is set as well', file('one', SECRET), /DAYBOOK_SESSION_SECRET is set as well/],
    ['there is no such file', join(folder, 'none'), /there is no file .*none/],
    ['it is empty', file('empty', '\n'), /empty is empty/],
    ['it has several lines', file('two', `${SECRET}\n${SECRET}\n`), /several lines/],
    ['it is a folder', join(folder, '.'), /is no file/],
    ['it is far too long', file('long', 'x'.repeat(10_000)), /longer than a secret/],
  ])('when %s, then the start is refused, and the secret is not repeated', (what, path, message) => {
    const both = what.includes('as well') ? { DAYBOOK_SESSION_SECRET: SECRET } : {};
    const start = () => readConfiguration({}, { DAYBOOK_SESSION_SECRET_FILE: path, ...both });
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(message);
    expect(start).not.toThrow(new RegExp(SECRET));
  });
});
