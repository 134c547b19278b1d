// From DAYBOOK_EVENTS to what the official client is given: checked here, so that every refusal says what to do.
import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { EventStoreUnusable } from '../event-store.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Connection {
  /** For messages: without name and password. */
  readonly shown: string;
  /** Undefined: the server asks for none, or for certificates. */
  readonly credentials: Credentials | undefined;
  /** A plain append call of its own; the client sends it over TLS only. */
  readonly appendCredentials: Credentials | undefined;
  /** A client connects when it is first used, and again by itself. */
  connect(): KurrentDBClient;
}

const PARTS =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<name>[^:@/?]*):(?<password>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/;

const OPTIONS = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'connectionName',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'keepAliveInterval',
  'keepAliveTimeout',
];

const OURS: Readonly<Record<string, string>> = {
  connectionName: 'daybook',
  // Milliseconds. A connection that died without a word is noticed after 15 s; less often would look like a stalled log,
  // and more often is what the client warns of.
  keepAliveInterval: '10000',
  keepAliveTimeout: '5000',
  // The native half of the client waits this long before its first connection, too; 500 by default.
  discoveryInterval: '50',
};

/** Throws `EventStoreUnusable`. */
export function parseConnection(url: string): Connection {
  const parts = PARTS.exec(url.trim())?.groups;
  const shown = url.trim().replace(/\/\/[^/?]*@/, '//');
  const unusable = (why: string) =>
    new EventStoreUnusable(`${shown} is no address of an EventStoreDB: ${why}.`);
  if (!parts)
    throw unusable(
      'it is written esdb://host:2113, or kurrentdb+discover://name:password@host:2113 for a cluster',
    );

  const options = parseOptions(parts.options ?? '', unusable);
  const credentials = parts.name === undefined ? undefined : decodeCredentials(parts, unusable);
  const isPlain = options.get('tls') === 'false';
  // The name of the scheme that the client does not warn of; name and password go with each call, so that no message has them.
  const address = `kurrentdb${parts.discover ?? ''}://${parts.hosts}?${[...options].map((each) => each.join('=')).join('&')}`;
  const connect = () => {
    try {
      return guarded(KurrentDBClient.connectionString(address));
    } catch (error) {
      throw unusable((error as Error).message.replace(/\.$/, ''));
    }
  };
  connect();
  return {
    shown,
    credentials: isPlain ? undefined : credentials,
    // Without any, the client would send all appends through one shared stream: no deadline, and when it breaks while
    // several are being written, promises are rejected that nobody can catch (batchAppend.js, backpressuredWrite.js).
    appendCredentials: isPlain ? { username: '-', password: '-' } : credentials,
    connect,
  };
}

function parseOptions(text: string, unusable: (why: string) => Error): ReadonlyMap<string, string> {
  const options = new Map(Object.entries(OURS));
  for (const pair of text.split('&').filter(Boolean)) {
    const [given = '', value = ''] = pair.split('=');
    const name = OPTIONS.find((each) => each.toLowerCase() === given.toLowerCase());
    // Some of the client's own are left out: its two halves read gossipTimeout in different units, and deadlines are ours.
    if (!name) throw unusable(`the option ${given} is not one of ${OPTIONS.join(', ')}`);
    if (!value) throw unusable(`the option ${given} has no value`);
    options.set(name, value);
  }
  return options;
}

function decodeCredentials(
  parts: Record<string, string | undefined>,
  unusable: (why: string) => Error,
): Credentials {
  try {
    return { username: decodeURIComponent(parts.name!), password: decodeURIComponent(parts.password!) };
  } catch {
    throw unusable(
      'in the name and the password, % and other special characters are written as %25 and so on',
    );
  }
}

/**
 * After a failed call the client looks after its connection, on its own: where it finds no leader just then, a promise is
 * rejected that nobody can catch, which would end the process (Client/index.js, handleError).
 */
function guarded(client: KurrentDBClient): KurrentDBClient {
  const inner = client as unknown as { handleError?: (...failed: unknown[]) => Promise<void> };
  const { handleError } = inner;
  if (handleError) inner.handleError = (...failed) => handleError(...failed).catch(() => {});
  return client;
}
