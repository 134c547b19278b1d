// What DAYBOOK_EVENTS says of an EventStoreDB: checked here, so that every refusal says what to do.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { EventStoreUnusable } from '../event-store.js';

export interface ServerCredentials {
  readonly username: string;
  readonly password: string;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface Tls {
  /** PEM of those whose certificates are believed; undefined: Node's own list. */
  readonly authority: Buffer | undefined;
  /** false: whatever certificate the server shows. */
  readonly verify: boolean;
  /** PEM of the certificate that Daybook shows, which may say who it is. */
  readonly own: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
}

export interface Address {
  /** For messages: without name and password. */
  readonly shown: string;
  /** Nodes that are asked which of them leads; of what is no cluster, the one that is asked for everything. */
  readonly seeds: readonly Endpoint[];
  readonly isCluster: boolean;
  /** The first seed is a name for all nodes. */
  readonly discover: boolean;
  /** Undefined: in the clear. */
  readonly tls: Tls | undefined;
  /** Undefined: the server asks for none, or for certificates, or it would be told in the clear. */
  readonly credentials: ServerCredentials | undefined;
  readonly connectionName: string;
  /** Milliseconds; -1: never. */
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
}

const PARTS =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<name>[^:@/?]*):(?<password>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/;

/** As in addresses for any client. Which node is asked, how often and for how long is Daybook's own affair. */
const LEFT_TO_DAYBOOK = ['nodePreference', 'maxDiscoverAttempts', 'discoveryInterval'];
const OPTIONS = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'keepAliveInterval',
  'keepAliveTimeout',
  ...LEFT_TO_DAYBOOK,
];

type AddressError = (why: string) => Error;
type AddressOptions = ReadonlyMap<string, string>;

/** Throws `EventStoreUnusable`. */
export function parseAddress(url: string): Address {
  const parts = PARTS.exec(url.trim())?.groups;
  const shown = url.trim().replace(/\/\/[^/?]*@/, '//');
  const unusable: AddressError = (why) =>
    new EventStoreUnusable(`${shown} is not an address of an EventStoreDB: ${why}.`);
  if (!parts)
    throw unusable(
      'it is written esdb://host:2113, or kurrentdb+discover://name:password@host:2113 for a cluster',
    );
  const options = parseOptions(parts['options'] ?? '', unusable);
  const credentials = parts['name'] === undefined ? undefined : decodeCredentials(parts, unusable);
  const isPlain = !truth(options, 'tls', unusable);
  const seeds = parts['hosts']!.split(',').map((host) => parseHost(host, unusable));
  const discover = parts['discover'] !== undefined;
  return {
    shown,
    seeds,
    isCluster: discover || seeds.length > 1,
    discover,
    tls: isPlain ? undefined : parseTls(options, unusable),
    credentials: isPlain ? undefined : credentials,
    connectionName: options.get('connectionName') ?? 'daybook',
    // A connection that died without a word is noticed after 15 s.
    keepAliveInterval: milliseconds(
      options,
      'keepAliveInterval',
      { otherwise: 10_000, least: 10_000 },
      unusable,
    ),
    keepAliveTimeout: milliseconds(options, 'keepAliveTimeout', { otherwise: 5_000, least: 1 }, unusable),
  };
}

function parseOptions(text: string, unusable: AddressError): AddressOptions {
  const options = new Map<string, string>();
  for (const pair of text.split('&').filter(Boolean)) {
    const [given = '', value = ''] = pair.split('=');
    const name = OPTIONS.find((each) => each.toLowerCase() === given.toLowerCase());
    if (!name) throw unusable(`the option ${given} is not one of ${OPTIONS.join(', ')}`);
    if (!value) throw unusable(`the option ${given} has no value`);
    options.set(
      name,
      decoded(value, () => unusable(`the option ${given} has a % that is not written %25`)),
    );
  }
  return options;
}

function parseHost(text: string, unusable: AddressError): Endpoint {
  const [, host, port = '2113'] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw unusable(`${text} is not written host:port`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function truth(options: AddressOptions, name: string, unusable: AddressError): boolean {
  const said = options.get(name)?.toLowerCase() ?? 'true';
  if (said !== 'true' && said !== 'false') throw unusable(`the option ${name} is true or false`);
  return said === 'true';
}

function milliseconds(
  options: AddressOptions,
  name: string,
  { otherwise, least }: { readonly otherwise: number; readonly least: number },
  unusable: AddressError,
): number {
  const given = options.get(name) ?? String(otherwise);
  if (!/^(-1|[1-9]\d{0,8})$/.test(given) || (given !== '-1' && Number(given) < least))
    throw unusable(`the option ${name} is a number of milliseconds from ${least} on, or -1 for never`);
  return Number(given);
}

function parseTls(options: AddressOptions, unusable: AddressError): Tls {
  const certificate = (name: string) => {
    const path = options.get(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path);
    } catch (error) {
      throw unusable(
        `the certificate that ${name} names cannot be read (${(error as NodeJS.ErrnoException).code})`,
      );
    }
  };
  const [authority, cert, key] = ['tlsCAFile', 'userCertFile', 'userKeyFile'].map(certificate);
  if ((cert === undefined) !== (key === undefined))
    throw unusable('a userCertFile goes with a userKeyFile, and the other way round');
  try {
    createSecureContext({ ca: authority, cert, key });
  } catch (error) {
    throw unusable(`one of its certificates is not valid (${(error as Error).message})`);
  }
  const own = cert && key && { certificate: cert, key };
  return { authority, verify: truth(options, 'tlsVerifyCert', unusable), own };
}

function decodeCredentials(
  { name, password }: Record<string, string | undefined>,
  unusable: AddressError,
): ServerCredentials {
  const wrong = () =>
    unusable('in the name and the password, % and other special characters are written as %25 and so on');
  return { username: decoded(name!, wrong), password: decoded(password!, wrong) };
}

function decoded(text: string, wrong: () => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong();
  }
}
