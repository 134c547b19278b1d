import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { EventStoreUnusable } from '../event-store.js';

export interface ServerCredentials {
  readonly username: string;
  readonly password: string;
}

export interface ServerEndpoint {
  readonly host: string;
  readonly port: number;
}

export interface TlsSettings {
  /** PEM; undefined: Node's own list. */
  readonly authority: Buffer | undefined;
  readonly verify: boolean;
  readonly clientCertificate: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
}

export interface ServerAddress {
  /** Without name and password. */
  readonly displayUrl: string;
  /** Nodes that name the leader; without a cluster, the only node. */
  readonly seeds: readonly ServerEndpoint[];
  readonly isCluster: boolean;
  /** The first seed is a DNS name for all nodes. */
  readonly discover: boolean;
  /** undefined: unencrypted. */
  readonly tls: TlsSettings | undefined;
  /** undefined: not needed, or not sent unencrypted. */
  readonly credentials: ServerCredentials | undefined;
  readonly connectionName: string;
  /** Milliseconds; -1: never. */
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
}

const URL_PATTERN =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<name>[^:@/?]*):(?<password>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/;

/** Accepted and ignored, as Daybook decides these itself. */
const IGNORED_OPTIONS = ['nodePreference', 'maxDiscoverAttempts', 'discoveryInterval'];
const OPTIONS = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'keepAliveInterval',
  'keepAliveTimeout',
  ...IGNORED_OPTIONS,
];

type CreateError = (why: string) => Error;
type AddressOptions = ReadonlyMap<string, string>;

/** Throws `EventStoreUnusable`. */
export function parseConnectionString(url: string): ServerAddress {
  const parts = URL_PATTERN.exec(url.trim())?.groups;
  const shown = url.trim().replace(/\/\/[^/?]*@/, '//');
  const unusable: CreateError = (why) =>
    new EventStoreUnusable(`${shown} is not an address of an EventStoreDB: ${why}.`);
  if (!parts)
    throw unusable(
      'it is written esdb://host:2113, or kurrentdb+discover://name:password@host:2113 for a cluster',
    );
  const options = parseOptions(parts['options'] ?? '', unusable);
  const credentials = parts['name'] === undefined ? undefined : decodeCredentials(parts, unusable);
  const isPlain = !readBoolean(options, 'tls', unusable);
  const seeds = parts['hosts']!.split(',').map((host) => parseHost(host, unusable));
  const discover = parts['discover'] !== undefined;
  return {
    displayUrl: shown,
    seeds,
    isCluster: discover || seeds.length > 1,
    discover,
    tls: isPlain ? undefined : parseTls(options, unusable),
    credentials: isPlain ? undefined : credentials,
    connectionName: options.get('connectionName') ?? 'daybook',
    // Detects a dead connection after 15 s.
    keepAliveInterval: readMilliseconds(
      options,
      'keepAliveInterval',
      { otherwise: 10_000, least: 10_000 },
      unusable,
    ),
    keepAliveTimeout: readMilliseconds(options, 'keepAliveTimeout', { otherwise: 5_000, least: 1 }, unusable),
  };
}

function parseOptions(text: string, unusable: CreateError): AddressOptions {
  const options = new Map<string, string>();
  for (const pair of text.split('&').filter(Boolean)) {
    const [given = '', value = ''] = pair.split('=');
    const name = OPTIONS.find((each) => each.toLowerCase() === given.toLowerCase());
    if (!name) throw unusable(`the option ${given} is not one of ${OPTIONS.join(', ')}`);
    if (!value) throw unusable(`the option ${given} has no value`);
    options.set(
      name,
      decodePercent(value, () => unusable(`the option ${given} has a % that is not written %25`)),
    );
  }
  return options;
}

function parseHost(text: string, unusable: CreateError): ServerEndpoint {
  const [, host, port = '2113'] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw unusable(`${text} is not written host:port`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function readBoolean(options: AddressOptions, name: string, unusable: CreateError): boolean {
  const value = options.get(name)?.toLowerCase() ?? 'true';
  if (value !== 'true' && value !== 'false') throw unusable(`the option ${name} is true or false`);
  return value === 'true';
}

function readMilliseconds(
  options: AddressOptions,
  name: string,
  { otherwise, least }: { readonly otherwise: number; readonly least: number },
  unusable: CreateError,
): number {
  const given = options.get(name) ?? String(otherwise);
  if (!/^(-1|[1-9]\d{0,8})$/.test(given) || (given !== '-1' && Number(given) < least))
    throw unusable(`the option ${name} is a number of milliseconds from ${least} on, or -1 for never`);
  return Number(given);
}

function parseTls(options: AddressOptions, unusable: CreateError): TlsSettings {
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
  return { authority, verify: readBoolean(options, 'tlsVerifyCert', unusable), clientCertificate: own };
}

function decodeCredentials(
  { name, password }: Record<string, string | undefined>,
  unusable: CreateError,
): ServerCredentials {
  const wrong = () =>
    unusable('in the name and the password, % and other special characters are written as %25 and so on');
  return { username: decodePercent(name!, wrong), password: decodePercent(password!, wrong) };
}

function decodePercent(text: string, wrong: () => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong();
  }
}
