// What DAYBOOK_EVENTS, DAYBOOK_READS and DAYBOOK_KEYS may say: `sqlite:PATH`, or the address of a server. For src/configuration/configuration.ts.
import { resolve } from 'node:path';

export type EventsEngine =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'eventstoredb'; readonly url: string };

export type ReadsEngine =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'mongodb'; readonly url: string };

export type KeysEngine =
  { readonly engine: 'sqlite'; readonly path: string } | { readonly engine: 'mongodb'; readonly url: string };

export type FilesEngine =
  | { readonly engine: 'folder'; readonly path: string }
  | { readonly engine: 'mongodb'; readonly url: string; readonly database: string };

/** Message: what would be right. What was said is for the caller to show, with `withoutPassword`. */
export class EngineAddressError extends Error {
  override readonly name = 'EngineAddressError';
}

const EVENT_SERVERS = ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'];
const DOCUMENT_SERVERS = ['mongodb', 'mongodb+srv'];

const EVENTS_EXAMPLES = [
  'sqlite:/srv/daybook/events.sqlite',
  'esdb://NAME:PASSWORD@127.0.0.1:2113?tls=false',
  'esdb+discover://NAME:PASSWORD@cluster.example.org:2113',
  'kurrentdb://NAME:PASSWORD@one.example.org:2113,two.example.org:2113',
  'kurrentdb+discover://NAME:PASSWORD@cluster.example.org:2113',
];
const documentExamples = (path: string, database: string) => [
  `sqlite:${path}`,
  `mongodb://NAME:PASSWORD@127.0.0.1:27017/${database}`,
  `mongodb+srv://NAME:PASSWORD@cluster.example.org/${database}`,
];
const READS_EXAMPLES = documentExamples('/srv/daybook/reads', 'daybook');
const KEYS_EXAMPLES = documentExamples('/srv/daybook/keys.sqlite', 'daybook-keys');

/** What people write who mean one of ours. */
const MEANT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['eventstore', 'eventstoredb', 'esdb+srv'].map((name) => [name, 'esdb'])),
  ...Object.fromEntries(['kurrent', 'kdb', 'kurrentdb+srv'].map((name) => [name, 'kurrentdb'])),
  ...Object.fromEntries(['mongo', 'mongodb+discover'].map((name) => [name, 'mongodb'])),
  'eventstore+discover': 'esdb+discover',
  'kurrent+discover': 'kurrentdb+discover',
  'kdb+discover': 'kurrentdb+discover',
  'mongo+srv': 'mongodb+srv',
  sqlite3: 'sqlite',
  file: 'sqlite',
};

/** Throws `EngineAddressError`. */
export function parseEventsEngine(said: string): EventsEngine {
  const found = parse(said, EVENT_SERVERS, EVENTS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', path: found.path }
    : { engine: 'eventstoredb', url: said };
}

/** Throws `EngineAddressError`. */
export function parseReadsEngine(said: string): ReadsEngine {
  const found = parse(said, DOCUMENT_SERVERS, READS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', folder: found.path }
    : { engine: 'mongodb', url: said };
}

/** Throws `EngineAddressError`. */
export function parseKeysEngine(said: string): KeysEngine {
  const found = parse(said, DOCUMENT_SERVERS, KEYS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', path: found.path }
    : { engine: 'mongodb', url: said };
}

/** Of files alone: `folder:PATH`, or the address of the read models beside which they are. Throws `EngineAddressError`. */
export function parseFilesEngine(said: string): FilesEngine {
  const [, path] = /^folder:\s*(\S.*)$/s.exec(said) ?? [];
  if (path !== undefined && !path.includes('\0')) return { engine: 'folder', path: resolve(path) };
  const examples = ['folder:/srv/daybook/files', ...READS_EXAMPLES.slice(1)];
  if (!DOCUMENT_SERVERS.some((scheme) => said.startsWith(`${scheme}:`)))
    throw new EngineAddressError(
      `this names no place of files. Write it like one of these:\n  ${examples.join('\n  ')}`,
    );
  parse(said, DOCUMENT_SERVERS, examples);
  return { engine: 'mongodb', url: said, database: filesDatabase(said) };
}

/** Read models may be thrown away at any time; files never: they have a database of their own beside them. */
export function filesDatabase(reads: string): string {
  const [, name = ''] = /^[^/]*\/\/[^/?]*\/([^?]*)/.exec(withoutCredentials(reads)) ?? [];
  return `${name || 'daybook'}-files`;
}

/**
 * How an address is shown: whatever stands before an @ is left out, and so is what stands for a port and is none (somebody
 * forgot the host), and every option that is a secret.
 */
export function withoutCredentials(address: string): string {
  if (address.startsWith('sqlite:')) return address;
  const at = address.lastIndexOf('@');
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/*/i.exec(address) ?? [];
  return (at < 0 ? address : scheme + address.slice(at + 1))
    .replace(/(\/\/(?:\[[^\]]*\]|[^/?#:[]*):)(?!\d{1,5}(?:[/?#,]|$))[^?]*/, '$1…')
    .replace(/([?&][^=&?]*=)[^&]*/g, (option, name: string) => (SECRET.test(name) ? `${name}…` : option));
}

const SECRET = /password|passphrase|secret|token|properties/i;

/** Where an engine keeps what it keeps, for people. */
export function describeEngine(engine: EventsEngine | ReadsEngine | KeysEngine): string {
  if (engine.engine !== 'sqlite') return withoutCredentials(engine.url);
  return 'path' in engine ? engine.path : engine.folder;
}

/** Of a place as people know it. */
export const isOnServer = (place: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(place);

type ParsedAddress = { readonly scheme: 'sqlite'; readonly path: string } | { readonly scheme: 'server' };

function parse(said: string, servers: readonly string[], examples: readonly string[]): ParsedAddress {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(said) ?? [];
  const refuse = (why: string): never => {
    throw new EngineAddressError(`${why}. Write it like one of these:\n  ${examples.join('\n  ')}`);
  };
  if (scheme === 'sqlite') {
    if (rest.trim() === '' || rest.includes('\0')) refuse('after sqlite: the path is missing');
    return { scheme, path: resolve(rest) };
  }
  if (servers.includes(scheme)) {
    const why = whyNoServer(scheme, rest);
    if (why) refuse(why);
    return { scheme: 'server' };
  }
  return refuse(whyNoScheme(said, scheme, servers));
}

function whyNoScheme(said: string, scheme: string, servers: readonly string[]): string {
  const lower = scheme.toLowerCase();
  const meant = (Object.hasOwn(MEANT, lower) ? MEANT[lower] : undefined) ?? lower;
  if (meant === 'sqlite') return 'did you mean sqlite:';
  if (servers.includes(meant)) return `did you mean ${meant}://`;
  if (EVENT_SERVERS.includes(meant)) return 'EventStoreDB keeps events (DAYBOOK_EVENTS), nothing else';
  if (DOCUMENT_SERVERS.includes(meant))
    return 'MongoDB keeps read models (DAYBOOK_READS) and keys (DAYBOOK_KEYS), not events';
  // One letter is a drive of Windows.
  if (scheme.length > 1) return `Daybook has no engine “${scheme}”`;
  return /[\\/.]/.test(said) ? 'before a path stands sqlite:' : 'this names no engine';
}

/** undefined: it can be asked. The rest is for the engine's own client to judge. */
function whyNoServer(scheme: string, rest: string): string | undefined {
  if (!rest.startsWith('//')) return `after ${scheme}: two slashes are missing`;
  if (/\s/.test(rest)) return 'there is a space in it';
  const [before = '', ...after] = rest.slice(2).split('@');
  if (after.length > 1 || (after.length === 1 && /[/?#]/.test(before)))
    return 'in a name or password, write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #';
  const [, hosts = ''] = /^\/\/(?:[^@]*@)?([^/?#]*)/.exec(rest)!;
  return hosts
    .split(',')
    .map(whyNoHost)
    .find((why) => why !== undefined);
}

function whyNoHost(host: string): string | undefined {
  const [, name = '', port = '1'] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? [];
  if (name === '') return 'the host is missing';
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return isPort ? undefined : 'a port is a number from 1 to 65535';
}
