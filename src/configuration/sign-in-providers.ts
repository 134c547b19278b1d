// The file that DAYBOOK_OIDC names: providers of OpenID Connect that people may sign in by.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './loopback.js';

export interface SignInProvider {
  /** In addresses and in the table of roles. */
  readonly key: string;
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly nameClaim: string;
  /** true: registers unknown people who sign in. */
  readonly registers: boolean;
}

const ISSUER =
  'write the address as the provider states it, for instance https://login.example.org/realms/work';
const text = (error: string) => z.string({ error }).trim().min(1, { error });
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'write scopes without spaces' });

const Provider = z
  .strictObject({
    key: z
      .string({ error: 'write a short name, for instance work' })
      .regex(/^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/, {
        error: 'write a short name of small letters, digits and hyphens, for instance work',
      }),
    title: text('write what the button on the sign-in page says, for instance Example Ltd'),
    issuer: z
      .url({ protocol: /^https?$/, error: ISSUER, abort: true })
      .refine((address) => !/[?#]/.test(address), { error: ISSUER })
      .refine((address) => address.startsWith('https:') || isLoopback(new URL(address).hostname), {
        error: 'use https; http is possible on this machine only',
      })
      .refine((address) => !isOfManyTenants(new URL(address)), {
        error:
          'write the id of your tenant instead of common, organizations or its name: others could sign in, too',
      }),
    clientId: text('write the client id that the provider gave'),
    clientSecret: text('write the client secret that the provider gave').optional(),
    clientSecretFile: text('name the file with the client secret').optional(),
    scopes: z
      .array(scope, { error: 'write a list, for instance ["openid", "profile", "email"]' })
      .refine((scopes) => scopes.includes('openid'), { error: 'add openid, without which nobody signs in' })
      .default(['openid', 'profile', 'email']),
    groupsClaim: text('name the claim with the groups').default('groups'),
    nameClaim: text('name the claim with the name').default('name'),
    registers: z.boolean({ error: 'write true or false' }).default(false),
  })
  .refine(
    ({ clientSecret, clientSecretFile }) => (clientSecret === undefined) !== (clientSecretFile === undefined),
    {
      error: 'give either clientSecret or clientSecretFile',
    },
  );

const Providers = z
  .array(Provider, { error: 'write a list of providers: [{ "key": … }]' })
  .min(1, { error: 'write a provider, or leave DAYBOOK_OIDC out' })
  .refine((all) => areDistinct(all.map(({ key }) => key)), { error: 'give every provider another key' })
  .refine((all) => areDistinct(all.map(({ issuer }) => new URL(issuer).href)), {
    error: 'name every issuer once, as people are known by issuer and subject',
  });

/** Entra ID lets the people of any tenant in at some of its addresses, and their tenant states their groups. */
const isOfManyTenants = ({ hostname, pathname }: URL): boolean =>
  hostname === 'login.microsoftonline.com' && !/^\/[\da-f-]{36}(\/|$)/i.test(pathname);

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** Lines without the name of the setting. Never echoes values, which include secrets. */
export class ProvidersFileError extends Error {
  override readonly name = 'ProvidersFileError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** Throws `ProvidersFileError`. */
export function readSignInProviders(path: string): readonly SignInProvider[] {
  const read = Providers.safeParse(parse(readText(path, path)));
  if (!read.success)
    throw new ProvidersFileError(
      read.error.issues.map(({ path: place, message }) => `${path}${formatPlace(place)}: ${message}`),
    );
  return read.data.map(({ clientSecret, clientSecretFile, ...provider }) => ({
    ...provider,
    clientSecret: clientSecret ?? readSecret(resolve(dirname(path), clientSecretFile!), path),
  }));

  function parse(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch {
      throw new ProvidersFileError([`${path} is no JSON; the guide “Operating” has an example`]);
    }
  }
}

function readSecret(file: string, path: string): string {
  const secret = readText(file, path).replace(/\r?\n$/, '');
  if (secret === '' || /[\r\n]/.test(secret))
    throw new ProvidersFileError([`${path}: ${file} has to hold the client secret alone, in one line`]);
  return secret;
}

function readText(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`;
    throw new ProvidersFileError([file === path ? problem : `${path}: ${problem}`]);
  }
}

/** `[0].issuer`: the first provider counts as 1. */
const formatPlace = (place: readonly PropertyKey[]): string =>
  place.length === 0
    ? ''
    : `, provider ${Number(place[0]) + 1}${place
        .slice(1)
        .map((key) => `, ${String(key)}`)
        .join('')}`;
