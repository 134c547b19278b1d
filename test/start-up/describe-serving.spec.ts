import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '#configuration/configuration.js';
import type { Installation } from '#installation/installation.js';
import { describeServing } from '#start-up/describe-serving.js';

const URL_MISSING = 'DAYBOOK_URL is not set';
const describeWith = (environment: Readonly<Record<string, string>>) => {
  const configuration = readConfiguration({}, environment);
  const projections = { health: () => Promise.resolve([]) };
  const installation = { configuration, projections } as unknown as Installation;
  return describeServing(installation, { site: 'http://localhost:3000', url: 'http://0.0.0.0:3000' });
};

describe('what serving prints', () => {
  const image = { DAYBOOK_ENV: 'production', DAYBOOK_HOST: '0.0.0.0' };

  it('names the missing DAYBOOK_URL in production, and how to try it without HTTPS', async () => {
    const printed = await describeWith(image);
    expect(printed).toContain(URL_MISSING);
    expect(printed).toContain('DAYBOOK_SECURE=0');
  });

  it('leaves HTTPS out where cookies do without', async () => {
    const printed = await describeWith({ ...image, DAYBOOK_SECURE: '0' });
    expect(printed).toContain(URL_MISSING);
    expect(printed).not.toContain('DAYBOOK_SECURE');
  });

  it.each([
    ['the address is given', { ...image, DAYBOOK_URL: 'https://daybook.example.org' }],
    ['it listens on this machine alone', { ...image, DAYBOOK_HOST: '127.0.0.1' }],
    ['it is no production', { DAYBOOK_HOST: '0.0.0.0' }],
    ['it serves no pages', { ...image, DAYBOOK_ONLY: 'projections' }],
  ])('asks for no DAYBOOK_URL where %s', async (_, environment) => {
    expect(await describeWith(environment)).not.toContain(URL_MISSING);
  });
});
