// How this installation is set up: from the environment and the command line, checked once at start.
import { join, resolve } from 'node:path';
import { z } from 'zod';

export interface Configuration {
  /** Folder of everything this installation keeps. */
  readonly data: string;
  readonly events: { readonly engine: 'sqlite'; readonly path: string };
  readonly reads: { readonly engine: 'sqlite'; readonly folder: string };
  readonly keys: string;
  readonly masterKey: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Load the example applications and let their people sign in with one click. */
  readonly demo: boolean;
  readonly production: boolean;
  /** Cookies are sent over HTTPS only. */
  readonly secure: boolean;
  readonly log: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** What the command line may say over the environment. */
export interface Options {
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
  readonly demo?: boolean;
}

export class ConfigurationRefused extends Error {
  override readonly name = 'ConfigurationRefused';
}

const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', ''] });

const Environment = z.object({
  DAYBOOK_DATA: z.string().min(1).default('data'),
  DAYBOOK_EVENTS: z.string().optional(),
  DAYBOOK_READS: z.string().optional(),
  DAYBOOK_HOST: z.string().min(1).default('127.0.0.1'),
  DAYBOOK_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DAYBOOK_DEMO: flag.optional(),
  DAYBOOK_SECURE: flag.optional(),
  DAYBOOK_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  DAYBOOK_ENV: z.enum(['development', 'production']).default('development'),
});

/** Throws `ConfigurationRefused` that names every setting that is wrong and what would be right. */
export function configure(options: Options = {}, environment = process.env): Configuration {
  const said = Environment.safeParse({
    ...environment,
    ...(options.data !== undefined && { DAYBOOK_DATA: options.data }),
    ...(options.host !== undefined && { DAYBOOK_HOST: options.host }),
    ...(options.port !== undefined && { DAYBOOK_PORT: options.port }),
  });
  if (!said.success)
    throw new ConfigurationRefused(
      said.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  const settings = said.data;
  const data = resolve(settings.DAYBOOK_DATA);
  const production = settings.DAYBOOK_ENV === 'production';
  return {
    data,
    events: {
      engine: 'sqlite',
      path: sqlitePath('DAYBOOK_EVENTS', settings.DAYBOOK_EVENTS, join(data, 'events.sqlite')),
    },
    reads: {
      engine: 'sqlite',
      folder: sqlitePath('DAYBOOK_READS', settings.DAYBOOK_READS, join(data, 'reads')),
    },
    keys: join(data, 'keys.sqlite'),
    masterKey: join(data, 'master.key'),
    host: settings.DAYBOOK_HOST,
    port: settings.DAYBOOK_PORT,
    demo: !production && options.demo !== false && settings.DAYBOOK_DEMO !== false,
    production,
    secure: settings.DAYBOOK_SECURE ?? production,
    log: settings.DAYBOOK_LOG,
  };
}

function sqlitePath(name: string, said: string | undefined, otherwise: string): string {
  if (said === undefined || said === '') return otherwise;
  const [engine, ...rest] = said.split(':');
  const path = rest.join(':');
  if (engine !== 'sqlite' || path === '')
    throw new ConfigurationRefused(
      `${name}: “${said}” names no engine this version has; write sqlite:PATH, for instance sqlite:${otherwise}`,
    );
  return resolve(path);
}
