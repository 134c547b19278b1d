import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import {
  deriveFilesDatabaseName,
  removeCredentials,
  type EventsEngine,
  type FilesEngine,
  type KeysEngine,
  type ReadsEngine,
} from './engine-address.js';
import { readSecretFiles } from './secret-files.js';
import { ProvidersFileError, readSignInProviders, type SignInProvider } from './sign-in-providers.js';
import { Settings } from './settings.js';
import { readTelemetrySettings, type TelemetrySettings } from './telemetry-settings.js';

export interface Configuration {
  readonly data: string;
  readonly events: EventsEngine;
  readonly reads: ReadsEngine;
  /** Threads for SQLite. */
  readonly readers: number;
  readonly keys: KeysEngine;
  readonly files: FilesEngine;
  /** `givenMasterKey` takes precedence. */
  readonly masterKey: string;
  /** Base64; undefined: the file has it. */
  readonly givenMasterKey?: string;
  /** Seals session cookies; undefined: a file of the data folder has it. */
  readonly sessionSecret?: string;
  /** Sign-in name, name or id. */
  readonly as?: string;
  /** Role of this process; undefined: all. */
  readonly only?: 'web' | 'projections';
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where people reach Daybook, such as `https://intra.example.org/daybook`; undefined: the listening address. */
  readonly site?: string;
  /** Of OpenID Connect. */
  readonly providers: readonly SignInProvider[];
  /** false: nobody signs in by a password, nor do programs. */
  readonly passwords: boolean;
  /** Loads examples and offers their people for sign-in, where they belong. */
  readonly demo: boolean;
  /** Set explicitly: example accounts work on public addresses and beside registered people. */
  readonly demoRequested: boolean;
  readonly production: boolean;
  readonly secure: boolean;
  /** Addresses, networks, or names such as `loopback`. */
  readonly proxies: readonly string[];
  /** Minutes; 0: at start only. */
  readonly checkEvery: number;
  /** Requests per minute; 0: unlimited. */
  readonly rates: { readonly person: number; readonly address: number };
  /** Programs may sign in with a name and password; otherwise with API tokens alone. */
  readonly basic: boolean;
  /** The largest archive of an application, and exported file, that is uploaded by a page. */
  readonly archiveBytes: number;
  readonly calls: CallSettings;
  /** undefined: OpenTelemetry's variables ask for nothing, or this process does not serve. */
  readonly telemetry?: TelemetrySettings;
  /** Documents name the variables with the secrets of calls. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Request logs at `info` include person ids and client addresses. */
  readonly logClients: boolean;
}

export interface CallSettings {
  /** false: nothing is sent; requests wait. */
  readonly on: boolean;
  /** Private networks that calls may reach. */
  readonly allow: readonly string[];
  /** undefined: mails are stored and displayed only. */
  readonly smtp?: string;
  readonly from: string;
}

/** Overrides the environment. */
export interface CommandLineOptions {
  readonly data?: string;
  readonly as?: string;
  readonly host?: string;
  readonly port?: string;
  readonly demo?: boolean;
  readonly only?: string;
  /** Several machines need a common session secret. */
  readonly serves?: boolean;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type SettingName = keyof Settings;

/** Not echoed in messages. */
const SECRET: readonly SettingName[] = ['DAYBOOK_SESSION_SECRET', 'DAYBOOK_MASTER_KEY'];

/** May contain a password. */
const ADDRESSES: readonly SettingName[] = [
  'DAYBOOK_EVENTS',
  'DAYBOOK_READS',
  'DAYBOOK_KEYS',
  'DAYBOOK_URL',
  'DAYBOOK_SMTP',
];

/** Throws `ConfigurationError` with every invalid setting; empty counts as unset. */
export function readConfiguration(
  options: CommandLineOptions = {},
  environment = process.env,
): Configuration {
  const unread = readSecretFiles(environment);
  if (unread.length > 0) throw new ConfigurationError(unread.join('\n'));
  const fromOptions = {
    DAYBOOK_DATA: options.data,
    DAYBOOK_AS: options.as,
    DAYBOOK_HOST: options.host,
    DAYBOOK_PORT: options.port,
    DAYBOOK_ONLY: options.only,
  };
  const values = Object.fromEntries(
    (Object.keys(Settings.shape) as SettingName[]).map((name) => [name, environment[name] || undefined]),
  );
  for (const [name, value] of Object.entries(fromOptions)) if (value !== undefined) values[name] = value;
  const read = Settings.safeParse(values);
  if (!read.success) throw new ConfigurationError(read.error.issues.map(describeIssue).join('\n'));
  const missing = [
    ...missingForSeveralMachines(read.data, options),
    ...keysAmongReads(read.data),
    ...missingForProviders(read.data),
  ];
  if (missing.length > 0) throw new ConfigurationError(missing.join('\n'));
  const observed = options.serves ? readTelemetrySettings(environment) : {};
  if ('wrong' in observed) throw new ConfigurationError(observed.wrong.join('\n'));
  const providers = readProviders(read.data);
  return { ...configuration(read.data, options), ...observed, providers, environment: { ...environment } };

  function describeIssue({ path, message }: z.core.$ZodIssue): string {
    const name = path[0] as SettingName;
    const option = (fromOptions as Partial<Record<SettingName, string>>)[name] !== undefined;
    const shown = option ? `--${name.slice('DAYBOOK_'.length).toLowerCase()}` : name;
    return SECRET.includes(name)
      ? `${shown}: ${message}`
      : `${shown}: “${ADDRESSES.includes(name) ? removeCredentials(values[name]!) : values[name]}” will not do; ${message}`;
  }
}

/** Keys in MongoDB imply several machines, so secrets must be configured, not generated. */
function missingForSeveralMachines(
  { DAYBOOK_KEYS: keys, DAYBOOK_ONLY: only, ...given }: Settings,
  { serves }: CommandLineOptions,
): readonly string[] {
  if (keys?.engine !== 'mongodb') return [];
  const ask = (name: SettingName, what: string) =>
    given[name as keyof typeof given]
      ? []
      : [
          `${name}: it is missing. With DAYBOOK_KEYS=mongodb://… every machine needs the same ${what}: ` +
            'make it once with `openssl rand -base64 32`, and set it wherever Daybook runs.',
        ];
  return [
    ...ask('DAYBOOK_MASTER_KEY', 'master key'),
    ...(serves && only !== 'projections' ? ask('DAYBOOK_SESSION_SECRET', 'secret of sessions') : []),
  ];
}

/** Providers send people back to one registered address. */
function missingForProviders({
  DAYBOOK_OIDC: file,
  DAYBOOK_URL: site,
  DAYBOOK_PASSWORDS: passwords,
}: Settings): readonly string[] {
  if (file === undefined)
    return passwords
      ? []
      : ['DAYBOOK_PASSWORDS: without passwords nobody could sign in; set DAYBOOK_OIDC as well.'];
  return site === undefined
    ? [
        'DAYBOOK_URL: it is missing. With DAYBOOK_OIDC the provider sends people back to it: ' +
          'write the address people reach Daybook at, for instance https://daybook.example.org',
      ]
    : [];
}

function readProviders({ DAYBOOK_OIDC: file }: Settings): readonly SignInProvider[] {
  if (file === undefined) return [];
  try {
    return readSignInProviders(file);
  } catch (error) {
    if (!(error instanceof ProvidersFileError)) throw error;
    throw new ConfigurationError(error.lines.map((line) => `DAYBOOK_OIDC: ${line}`).join('\n'));
  }
}

/** Read models are disposable, keys are not. */
function keysAmongReads({ DAYBOOK_KEYS: keys, DAYBOOK_READS: reads }: Settings): readonly string[] {
  if (keys?.engine !== 'mongodb' || reads?.engine !== 'mongodb') return [];
  const database = (url: string, otherwise: string) => {
    const [, hosts = '', name = ''] = /^([^/?]*)\/?([^?]*)/.exec(removeCredentials(url).split('://')[1]!)!;
    return `${hosts.split(',').sort().join(',')}/${name || otherwise}`;
  };
  if (database(keys.url, 'daybook-keys') !== database(reads.url, 'daybook')) return [];
  return [
    `DAYBOOK_KEYS: “${removeCredentials(keys.url)}” will not do; it is the database of the read models, which may be thrown ` +
      'away, and keys may not. Name another one, for instance mongodb://127.0.0.1:27017/daybook-keys',
  ];
}

function configuration(
  settings: Settings,
  options: CommandLineOptions,
): Omit<Configuration, 'environment' | 'providers'> {
  const data = resolve(settings.DAYBOOK_DATA);
  const production = settings.DAYBOOK_ENV === 'production';
  return {
    data,
    events: settings.DAYBOOK_EVENTS ?? { engine: 'sqlite', path: join(data, 'events.sqlite') },
    reads: settings.DAYBOOK_READS ?? { engine: 'sqlite', folder: join(data, 'reads') },
    readers: settings.DAYBOOK_READERS ?? availableParallelism(),
    keys: settings.DAYBOOK_KEYS ?? { engine: 'sqlite', path: join(data, 'keys.sqlite') },
    files: filesBeside(settings.DAYBOOK_READS, data),
    masterKey: join(data, 'master.key'),
    ...givenSecrets(settings),
    ...(settings.DAYBOOK_AS !== undefined && { as: settings.DAYBOOK_AS }),
    ...(settings.DAYBOOK_ONLY && { only: settings.DAYBOOK_ONLY }),
    host: settings.DAYBOOK_HOST,
    port: settings.DAYBOOK_PORT,
    ...(settings.DAYBOOK_URL && { site: settings.DAYBOOK_URL }),
    passwords: settings.DAYBOOK_PASSWORDS,
    demo: !production && options.demo !== false && settings.DAYBOOK_DEMO !== false,
    demoRequested: settings.DAYBOOK_DEMO === true,
    production,
    secure: settings.DAYBOOK_SECURE ?? production,
    proxies: settings.DAYBOOK_PROXIES,
    checkEvery: settings.DAYBOOK_CHECK_EVERY,
    rates: {
      person: settings.DAYBOOK_REQUESTS_PER_PERSON,
      address: settings.DAYBOOK_REQUESTS_PER_ADDRESS,
    },
    basic: settings.DAYBOOK_BASIC,
    archiveBytes: settings.DAYBOOK_ARCHIVE_MB,
    calls: callSettings(settings),
    log: settings.DAYBOOK_LOG,
    logClients: settings.DAYBOOK_LOG_CLIENTS,
  };
}

function givenSecrets({
  DAYBOOK_MASTER_KEY: givenMasterKey,
  DAYBOOK_SESSION_SECRET: sessionSecret,
}: Settings): Pick<Configuration, 'givenMasterKey' | 'sessionSecret'> {
  return {
    ...(givenMasterKey !== undefined && { givenMasterKey }),
    ...(sessionSecret !== undefined && { sessionSecret }),
  };
}

function filesBeside(reads: ReadsEngine | undefined, data: string): FilesEngine {
  if (reads?.engine !== 'mongodb') return { engine: 'folder', path: join(data, 'files') };
  return { engine: 'mongodb', url: reads.url, database: deriveFilesDatabaseName(reads.url) };
}

function callSettings(settings: Settings): CallSettings {
  const { DAYBOOK_CALLS: on, DAYBOOK_CALLS_ALLOW: allow = [], DAYBOOK_SMTP: smtp } = settings;
  return { on, allow, ...(smtp && { smtp }), from: settings.DAYBOOK_MAIL_FROM ?? 'daybook@localhost' };
}
