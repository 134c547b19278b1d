// `sqlite:PATH`, or a server address.
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

/** The message says what would be right; callers add the input through `removeCredentials`. */
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

/** Likely intentions behind unsupported schemes. */
const LIKELY_SCHEMES: Readonly<Record<string, string>> = {
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

/** This and the parsers below throw `EngineAddressError`. */
export function parseEventsEngine(address: string): EventsEngine {
  const found = parseAddress(address, EVENT_SERVERS, EVENTS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', path: found.path }
    : { engine: 'eventstoredb', url: address };
}

export function parseReadsEngine(address: string): ReadsEngine {
  const found = parseAddress(address, DOCUMENT_SERVERS, READS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', folder: found.path }
    : { engine: 'mongodb', url: address };
}

export function parseKeysEngine(address: string): KeysEngine {
  const found = parseAddress(address, DOCUMENT_SERVERS, KEYS_EXAMPLES);
  return found.scheme === 'sqlite'
    ? { engine: 'sqlite', path: found.path }
    : { engine: 'mongodb', url: address };
}

/** `folder:PATH`, or the read models' server. */
export function parseFilesEngine(address: string): FilesEngine {
  const [, path] = /^folder:\s*(\S.*)$/s.exec(address) ?? [];
  if (path !== undefined && !path.includes('\0')) return { engine: 'folder', path: resolve(path) };
  const examples = ['folder:/srv/daybook/files', ...READS_EXAMPLES.slice(1)];
  if (!DOCUMENT_SERVERS.some((scheme) => address.startsWith(`${scheme}:`)))
    throw new EngineAddressError(
      `this names no place of files. Write it like one of these:\n  ${examples.join('\n  ')}`,
    );
  parseAddress(address, DOCUMENT_SERVERS, examples);
  return { engine: 'mongodb', url: address, database: deriveFilesDatabaseName(address) };
}

/** Read models are disposable, files are not. */
export function deriveFilesDatabaseName(reads: string): string {
  const [, name = ''] = /^[^/]*\/\/[^/?]*\/([^?]*)/.exec(removeCredentials(reads)) ?? [];
  return `${name || 'daybook'}-files`;
}

/** Removes everything before an @, invalid ports (a password where the host is missing), and secret options. */
export function removeCredentials(address: string): string {
  if (address.startsWith('sqlite:')) return address;
  const at = address.lastIndexOf('@');
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/*/i.exec(address) ?? [];
  return (at < 0 ? address : scheme + address.slice(at + 1))
    .replace(/(\/\/(?:\[[^\]]*\]|[^/?#:[]*):)(?!\d{1,5}(?:[/?#,]|$))[^?]*/, '$1…')
    .replace(/([?&][^=&?]*=)[^&]*/g, (option, name: string) => (SECRET.test(name) ? `${name}…` : option));
}

const SECRET = /password|passphrase|secret|token|properties/i;

export function describeEngine(engine: EventsEngine | ReadsEngine | KeysEngine): string {
  if (engine.engine !== 'sqlite') return removeCredentials(engine.url);
  return 'path' in engine ? engine.path : engine.folder;
}

/** `place`: as displayed. */
export const isServerAddress = (place: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(place);

type ParsedAddress = { readonly scheme: 'sqlite'; readonly path: string } | { readonly scheme: 'server' };

function parseAddress(
  address: string,
  servers: readonly string[],
  examples: readonly string[],
): ParsedAddress {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(address) ?? [];
  const refuse = (why: string): never => {
    throw new EngineAddressError(`${why}. Write it like one of these:\n  ${examples.join('\n  ')}`);
  };
  if (scheme === 'sqlite') {
    if (rest.trim() === '' || rest.includes('\0')) refuse('after sqlite: the path is missing');
    return { scheme, path: resolve(rest) };
  }
  if (servers.includes(scheme)) {
    const why = explainInvalidServer(scheme, rest);
    if (why) refuse(why);
    return { scheme: 'server' };
  }
  return refuse(explainUnknownScheme(address, scheme, servers));
}

function explainUnknownScheme(address: string, scheme: string, servers: readonly string[]): string {
  const lower = scheme.toLowerCase();
  const likely = (Object.hasOwn(LIKELY_SCHEMES, lower) ? LIKELY_SCHEMES[lower] : undefined) ?? lower;
  if (likely === 'sqlite') return 'did you mean sqlite:';
  if (servers.includes(likely)) return `did you mean ${likely}://`;
  if (EVENT_SERVERS.includes(likely)) return 'EventStoreDB keeps events (DAYBOOK_EVENTS), nothing else';
  if (DOCUMENT_SERVERS.includes(likely))
    return 'MongoDB keeps read models (DAYBOOK_READS) and keys (DAYBOOK_KEYS), not events';
  // A single letter is a Windows drive.
  if (scheme.length > 1) return `Daybook has no engine “${scheme}”`;
  return /[\\/.]/.test(address) ? 'before a path stands sqlite:' : 'this names no engine';
}

/** undefined: plausible; the engine's client validates the rest. */
function explainInvalidServer(scheme: string, rest: string): string | undefined {
  if (!rest.startsWith('//')) return `after ${scheme}: two slashes are missing`;
  if (/\s/.test(rest)) return 'there is a space in it';
  const [before = '', ...after] = rest.slice(2).split('@');
  if (after.length > 1 || (after.length === 1 && /[/?#]/.test(before)))
    return 'in a name or password, write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #';
  const [, hosts = ''] = /^\/\/(?:[^@]*@)?([^/?#]*)/.exec(rest)!;
  return hosts
    .split(',')
    .map(explainInvalidHost)
    .find((why) => why !== undefined);
}

function explainInvalidHost(host: string): string | undefined {
  const [, name = '', port = '1'] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? [];
  if (name === '') return 'the host is missing';
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return isPort ? undefined : 'a port is a number from 1 to 65535';
}
