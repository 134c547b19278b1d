import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigurationError, readConfiguration } from '#configuration/configuration.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, 'providers.json');
const WORK = {
  key: 'work',
  title: 'Example Ltd',
  issuer: 'https://login.example.org/realms/work',
  clientId: 'daybook',
  clientSecret: 'hunter2',
};
const read = (content: unknown, more: object = {}) => {
  writeFileSync(FILE, typeof content === 'string' ? content : JSON.stringify(content));
  const environment = { DAYBOOK_OIDC: FILE, DAYBOOK_URL: 'https://daybook.example.org', ...more };
  return readConfiguration({ data: folder }, environment);
};
const refusal = (content: unknown, more?: object): string => {
  try {
    read(content, more);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
};

describe('the file with providers of OpenID Connect', () => {
  it('gives what is left out, and reads a secret from a file beside it', () => {
    writeFileSync(join(folder, 'secret'), 'hunter2\n');
    const { clientSecret: _, ...rest } = WORK;
    expect(read([{ ...rest, clientSecretFile: 'secret' }]).providers).toEqual([
      {
        ...WORK,
        scopes: ['openid', 'profile', 'email'],
        groupsClaim: 'groups',
        nameClaim: 'name',
        registers: false,
      },
    ]);
    expect(readConfiguration({ data: folder }, {}).providers).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['is no JSON', '[', /is no JSON/],
    ['is no list', {}, /write a list of providers/],
    ['lists none', [], /write a provider/],
    ['has a key with capitals', [{ ...WORK, key: 'Work' }], /provider 1, key: write a short name/],
    [
      'has an issuer by http',
      [{ ...WORK, issuer: 'http://login.example.org' }],
      /provider 1, issuer: use https/,
    ],
    ['has an issuer that is no address', [{ ...WORK, issuer: 'work' }], /issuer: write the address/],
    ['has no secret', [{ ...WORK, clientSecret: undefined }], /give either clientSecret or clientSecretFile/],
    ['has a member that is none', [{ ...WORK, secret: 'x' }], /provider 1: .*secret/],
    ['has scopes without openid', [{ ...WORK, scopes: ['profile'] }], /add openid/],
    ['has a key twice', [WORK, { ...WORK, issuer: 'https://other.example.org' }], /another key/],
    ['has an issuer twice', [WORK, { ...WORK, key: 'other' }], /every issuer once/],
    [
      'has an issuer twice, once with a slash',
      [WORK, { ...WORK, key: 'other', issuer: `${WORK.issuer.replace('login', 'LOGIN')}` }],
      /every issuer once/,
    ],
    [
      'lets the people of every tenant in',
      [{ ...WORK, issuer: 'https://login.microsoftonline.com/common/v2.0' }],
      /id of your tenant/,
    ],
    [
      'names a secret that is missing',
      [{ ...WORK, clientSecret: undefined, clientSecretFile: 'no' }],
      /there is no file/,
    ],
  ])('is refused when it %s, without the secret', (_, content, message) => {
    const text = refusal(content);
    expect(text).toMatch(message);
    expect(text).toMatch(/^DAYBOOK_OIDC: /);
    expect(text).not.toContain('hunter2');
  });

  it('needs the address that providers send people back to', () => {
    expect(refusal([WORK], { DAYBOOK_URL: '' })).toMatch(/^DAYBOOK_URL: it is missing/);
  });

  it('has to be there before passwords are off', () => {
    expect(read([WORK], { DAYBOOK_PASSWORDS: '0' }).passwords).toBe(false);
    const alone = () => readConfiguration({ data: folder }, { DAYBOOK_PASSWORDS: '0' });
    expect(alone).toThrow(/^DAYBOOK_PASSWORDS: /);
  });
});
