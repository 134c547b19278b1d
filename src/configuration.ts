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

/** Messages are what would be right; what was said stands before them. */
const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'write 1 or 0',
});
const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `write one of ${words.join(', ')}` });
const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'write a number from 0 to 65535; 0 is any free port', abort: true })
  .transform(Number)
  .refine((number) => number <= 65_535, { error: 'write a number from 0 to 65535; 0 is any free port' });
const engine = z.string().regex(/^sqlite:./s, {
  error: 'this version has one engine: write sqlite:PATH, for instance sqlite:/srv/daybook/events.sqlite',
});
const secret = z.string().min(32, { error: 'use 32 characters or more' });

const Environment = z.object({
  DAYBOOK_DATA: z.string().min(1, { error: 'name a folder' }).default('data'),
  DAYBOOK_EVENTS: engine.optional(),
  DAYBOOK_READS: engine.optional(),
  DAYBOOK_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: 'write an address, for instance 127.0.0.1' })
    .default('127.0.0.1'),
  DAYBOOK_PORT: port.default(3000),
  DAYBOOK_DEMO: flag.optional(),
  DAYBOOK_SECURE: flag.optional(),
  DAYBOOK_SESSION_SECRET: secret.optional(),
  DAYBOOK_LOG: choice(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  DAYBOOK_ENV: choice(['development', 'production']).default('development'),
});

type Name = keyof z.infer<typeof Environment>;

/** What is said is not repeated where it is a secret. */
const SECRET: readonly Name[] = ['DAYBOOK_SESSION_SECRET'];

/** Throws `ConfigurationRefused` that names every setting that is wrong and what would be right. An empty one is none. */
export function configure(options: Options = {}, environment = process.env): Configuration {
  const fromOptions = { DAYBOOK_DATA: options.data, DAYBOOK_HOST: options.host, DAYBOOK_PORT: options.port };
  const said = Object.fromEntries(
    (Object.keys(Environment.shape) as Name[]).map((name) => [name, environment[name] || undefined]),
  );
  for (const [name, value] of Object.entries(fromOptions)) if (value !== undefined) said[name] = value;
  const read = Environment.safeParse(said);
  if (!read.success) throw new ConfigurationRefused(read.error.issues.map(inWords).join('\n'));
  return configuration(read.data, options);

  function inWords({ path, message }: z.core.$ZodIssue): string {
    const name = path[0] as Name;
    const option = (fromOptions as Partial<Record<Name, string>>)[name] !== undefined;
    const shown = option ? `--${name.slice('DAYBOOK_'.length).toLowerCase()}` : name;
    return SECRET.includes(name)
      ? `${shown}: ${message}`
      : `${shown}: “${said[name]}” will not do; ${message}`;
  }
}

function configuration(settings: z.infer<typeof Environment>, options: Options): Configuration {
  const data = resolve(settings.DAYBOOK_DATA);
  const production = settings.DAYBOOK_ENV === 'production';
  return {
    data,
    events: { engine: 'sqlite', path: path(settings.DAYBOOK_EVENTS) ?? join(data, 'events.sqlite') },
    reads: { engine: 'sqlite', folder: path(settings.DAYBOOK_READS) ?? join(data, 'reads') },
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

const path = (engineAndPath: string | undefined) =>
  engineAndPath === undefined ? undefined : resolve(engineAndPath.slice('sqlite:'.length));
