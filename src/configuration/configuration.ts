// How this installation is set up: from the environment and the command line, checked once at start.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import {
  filesDatabase,
  withoutCredentials,
  type EventsEngine,
  type FilesEngine,
  type KeysEngine,
  type ReadsEngine,
} from './engine-address.js';
import { readSecretFiles } from './secret-files.js';
import { Settings } from './settings.js';

export interface Configuration {
  /** Folder of everything this installation keeps. */
  readonly data: string;
  readonly events: EventsEngine;
  readonly reads: ReadsEngine;
  /** Threads that read SQLite read models. */
  readonly readers: number;
  readonly keys: KeysEngine;
  /** Where the bytes of files are: with the read models on their server, or in the folder of data. */
  readonly files: FilesEngine;
  /** File; DAYBOOK_MASTER_KEY goes before it. */
  readonly masterKey: string;
  /** Who acts on the command line: sign-in name, name or id of a person. undefined: nobody is named. */
  readonly as?: string;
  /** What this process does; undefined: everything. */
  readonly only?: 'web' | 'projections';
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where people reach it, for links that are printed: `https://daybook.example.org`. undefined: where it listens. */
  readonly site?: string;
  /** Load the example applications and let their people sign in with one click, where the examples belong. */
  readonly demo: boolean;
  /** The examples were asked for in so many words: their people may sign in where others can reach it, and beside real people. */
  readonly demoRequested: boolean;
  readonly production: boolean;
  /** Cookies are sent over HTTPS only. */
  readonly secure: boolean;
  /** Proxies that are believed when they say for whom they ask: addresses, networks, or names such as `loopback`. */
  readonly proxies: readonly string[];
  /** Minutes between two looks through the files for damage; 0: only at the start. */
  readonly checkEvery: number;
  /** Requests per minute that one person and one address may send; 0: no limit. */
  readonly rates: { readonly person: number; readonly address: number };
  readonly calls: CallSettings;
  readonly log: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** With `info`: the log of requests names ids of people and addresses of clients. */
  readonly logClients: boolean;
}

/** How calls and mails leave. */
export interface CallSettings {
  /** false: nothing leaves from here; what is asked for waits. */
  readonly on: boolean;
  /** Networks they may lead to although they are private. */
  readonly allow: readonly string[];
  /** The server for mail; undefined: mails are kept, and shown. */
  readonly smtp?: string;
  /** Whom mails are from. */
  readonly from: string;
}

/** What the command line may say over the environment. */
export interface CommandLine {
  readonly data?: string;
  readonly as?: string;
  readonly host?: string;
  readonly port?: string;
  readonly demo?: boolean;
  readonly only?: string;
  /** Sessions will be kept: several machines need one secret for them. */
  readonly serves?: boolean;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type SettingName = keyof Settings;

/** What is said is not repeated where it is a secret. */
const SECRET: readonly SettingName[] = ['DAYBOOK_SESSION_SECRET', 'DAYBOOK_MASTER_KEY'];

/** There may be a password in what is said. */
const ADDRESSES: readonly SettingName[] = [
  'DAYBOOK_EVENTS',
  'DAYBOOK_READS',
  'DAYBOOK_KEYS',
  'DAYBOOK_URL',
  'DAYBOOK_SMTP',
];

/** Throws `ConfigurationError` that names every setting that is wrong and what would be right. An empty one is none. */
export function configure(options: CommandLine = {}, environment = process.env): Configuration {
  const unread = readSecretFiles(environment);
  if (unread.length > 0) throw new ConfigurationError(unread.join('\n'));
  const fromOptions = {
    DAYBOOK_DATA: options.data,
    DAYBOOK_AS: options.as,
    DAYBOOK_HOST: options.host,
    DAYBOOK_PORT: options.port,
    DAYBOOK_ONLY: options.only,
  };
  const said = Object.fromEntries(
    (Object.keys(Settings.shape) as SettingName[]).map((name) => [name, environment[name] || undefined]),
  );
  for (const [name, value] of Object.entries(fromOptions)) if (value !== undefined) said[name] = value;
  const read = Settings.safeParse(said);
  if (!read.success) throw new ConfigurationError(read.error.issues.map(describeIssue).join('\n'));
  const missing = [...missingForSeveralMachines(read.data, options), ...keysAmongReads(read.data)];
  if (missing.length > 0) throw new ConfigurationError(missing.join('\n'));
  return configuration(read.data, options);

  function describeIssue({ path, message }: z.core.$ZodIssue): string {
    const name = path[0] as SettingName;
    const option = (fromOptions as Partial<Record<SettingName, string>>)[name] !== undefined;
    const shown = option ? `--${name.slice('DAYBOOK_'.length).toLowerCase()}` : name;
    return SECRET.includes(name)
      ? `${shown}: ${message}`
      : `${shown}: “${ADDRESSES.includes(name) ? withoutCredentials(said[name]!) : said[name]}” will not do; ${message}`;
  }
}

/** Keys in MongoDB are there for several machines: what each of them would make for itself has to be given. */
function missingForSeveralMachines(
  { DAYBOOK_KEYS: keys, DAYBOOK_ONLY: only, ...given }: Settings,
  { serves }: CommandLine,
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

/** Read models may be thrown away at any time; keys never. */
function keysAmongReads({ DAYBOOK_KEYS: keys, DAYBOOK_READS: reads }: Settings): readonly string[] {
  if (keys?.engine !== 'mongodb' || reads?.engine !== 'mongodb') return [];
  const database = (url: string, otherwise: string) => {
    const [, hosts = '', name = ''] = /^([^/?]*)\/?([^?]*)/.exec(withoutCredentials(url).split('://')[1]!)!;
    return `${hosts.split(',').sort().join(',')}/${name || otherwise}`;
  };
  if (database(keys.url, 'daybook-keys') !== database(reads.url, 'daybook')) return [];
  return [
    `DAYBOOK_KEYS: “${withoutCredentials(keys.url)}” will not do; it is the database of the read models, which may be thrown ` +
      'away, and keys may not. Name another one, for instance mongodb://127.0.0.1:27017/daybook-keys',
  ];
}

function configuration(settings: Settings, options: CommandLine): Configuration {
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
    ...(settings.DAYBOOK_AS !== undefined && { as: settings.DAYBOOK_AS }),
    ...(settings.DAYBOOK_ONLY && { only: settings.DAYBOOK_ONLY }),
    host: settings.DAYBOOK_HOST,
    port: settings.DAYBOOK_PORT,
    ...(settings.DAYBOOK_URL && { site: settings.DAYBOOK_URL }),
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
    calls: callSettings(settings),
    log: settings.DAYBOOK_LOG,
    logClients: settings.DAYBOOK_LOG_CLIENTS,
  };
}

function filesBeside(reads: ReadsEngine | undefined, data: string): FilesEngine {
  if (reads?.engine !== 'mongodb') return { engine: 'folder', path: join(data, 'files') };
  return { engine: 'mongodb', url: reads.url, database: filesDatabase(reads.url) };
}

function callSettings(settings: Settings): CallSettings {
  const { DAYBOOK_CALLS: on, DAYBOOK_CALLS_ALLOW: allow = [], DAYBOOK_SMTP: smtp } = settings;
  return { on, allow, ...(smtp && { smtp }), from: settings.DAYBOOK_MAIL_FROM ?? 'daybook@localhost' };
}
