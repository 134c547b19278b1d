// Real sockets and as much of MongoDB's wire protocol as Daybook's adapters use.
import type { Document, Timestamp } from 'bson';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cursors, commands } from './answer-commands.js';
import { inward, outward } from './compare-values.js';
import { Sessions } from './sessions.js';
import { CommandError, Stored } from './in-memory-collections.js';
import { type Message, answerBytes, messageReader } from './wire-protocol.js';

/** `answer lost`: done, then cut. `cut before`: not done, cut. `not primary`: refused as after a step-down. `slow`: half a second late. `transient`: a write conflict. `silence`: not done, never answered. */
export type MongoDbFault =
  | 'answer lost'
  | 'cut before'
  | 'not primary'
  | 'slow'
  | 'transient'
  | 'silence'
  /** Refused with this code; compatible servers send no labels. */
  | { readonly code: number; readonly labels?: readonly string[] };

export interface MongoDbServer {
  /** As in DAYBOOK_READS. */
  readonly url: string;
  /** Cuts every connection; the data stay. */
  vanish(): Promise<void>;
  /** On the same port. */
  comeBack(): Promise<void>;
  /** `on`: a command's name (`commitTransaction`), or a predicate. */
  fail(fault: MongoDbFault, on?: string | ((command: Document) => boolean), times?: number): void;
  /** Resolves once every requested fault has happened. */
  met(): Promise<void>;
  heal(): void;
  /** Connections that have carried a command go silent; new ones, and those for monitoring, work. */
  freezeConnections(): void;
  /** One of three members is down, until `heal`. */
  loseMember(): void;
  /** Names in order, without those that drivers send on their own. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

interface Fault {
  readonly fault: MongoDbFault;
  readonly on: (command: Document) => boolean;
  times: number;
}

const SLOW_MS = 500;
const OWN = new Set(['hello', 'ismaster', 'isMaster', 'endSessions', 'ping']);

export interface MongoDbSettings {
  /** `alone`: without transactions. `not initiated`: started for a replica set that is not initiated. */
  readonly as?: 'replica set' | 'alone' | 'not initiated';
  /** As reported; it behaves as 7.0. */
  readonly release?: keyof typeof WIRE_VERSIONS;
  /** Ignores read concern "snapshot" and reports no cluster time, as some compatible servers. */
  readonly ignoresSnapshots?: boolean;
}

const WIRE_VERSIONS = { '4.2': 8, '4.4': 9, '5.0': 13, '7.0': 21 } as const;

/** By default a replica set of one. */
export async function startMongoDb({
  as = 'replica set',
  release = '7.0',
  ignoresSnapshots = false,
}: MongoDbSettings = {}): Promise<MongoDbServer> {
  const stored = new Stored();
  const sessions = new Sessions(stored);
  const sockets = new Set<Socket>();
  const carriers = new Set<Socket>();
  const cursors: Cursors = new Map();
  const asked: string[] = [];
  let faults: Fault[] = [];
  const awaitingFaults: (() => void)[] = [];
  let memberBack = Promise.resolve();
  let bringBack = () => {};
  let server: Server | undefined;
  let port = 0;

  const hello = (): Document => ({
    helloOk: true,
    ismaster: as !== 'not initiated',
    isWritablePrimary: as !== 'not initiated',
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSIONS[release],
    readOnly: false,
    logicalSessionTimeoutMinutes: 30,
    ...(as === 'not initiated' && { isreplicaset: true, secondary: false }),
    ...(as === 'replica set' && {
      setName: 'rs0',
      setVersion: 1,
      secondary: false,
      hosts: [`127.0.0.1:${port}`],
      me: `127.0.0.1:${port}`,
      primary: `127.0.0.1:${port}`,
    }),
  });

  async function answer(command: Document): Promise<Document> {
    const name = Object.keys(command)[0]!;
    if (/^(hello|ismaster)$/i.test(name)) return hello();
    if (name === 'buildInfo') return { version: `${release}.0` };
    if (name === 'saslStart') throw new CommandError(18, 'AuthenticationFailed', 'Authentication failed.');
    sessions.check(command);
    const known = sessions.answered(command);
    if (known) return known;
    const special = sessions.command(name, command);
    if (special) return special;
    const run = commands[name];
    if (!run) throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`);
    if (command.txnNumber !== undefined && as !== 'replica set')
      throw new CommandError(20, 'IllegalOperation', 'Transaction numbers are only allowed on a replica set');
    const turned = inward(command);
    const database = command.$db as string;
    const moment = ignoresSnapshots ? undefined : snapshotMoment(stored, command);
    const call = {
      stored,
      command: moment === undefined ? turned : { ...turned, atMoment: moment },
      database,
      transaction: sessions.transaction(command),
      cursors,
      allMembers: () => memberBack,
    };
    const told = outward(await run(call, `${database}.${String(command[name] ?? command.collection)}`));
    sessions.remember(command, told);
    return told;
  }

  async function told(command: Document): Promise<Document> {
    try {
      return { ...(await answer(command)), ok: 1 };
    } catch (error) {
      if (!(error instanceof CommandError))
        return { ok: 0, errmsg: String(error), code: 8, codeName: 'UnknownError' };
      sessions.failed(command, error);
      const { code, codeName, message, labels } = error;
      return { ok: 0, errmsg: message, code, codeName, errorLabels: labels.length > 0 ? labels : undefined };
    }
  }

  function nextFault(command: Document): Fault | undefined {
    const fault = faults.find((each) => each.on(command));
    if (fault && (fault.times -= 1) <= 0) faults = faults.filter((each) => each !== fault);
    if (faults.length === 0) for (const resolve of awaitingFaults.splice(0)) resolve();
    return fault;
  }

  async function handle(socket: Socket, message: Message): Promise<void> {
    const { command } = message;
    const name = Object.keys(command)[0]!;
    if (!OWN.has(name)) {
      asked.push(name);
      carriers.add(socket);
    }
    const fault = nextFault(command);
    if (fault?.fault === 'silence') return;
    if (fault?.fault === 'cut before') return void socket.destroy();
    if (fault?.fault === 'slow') await pause(SLOW_MS);
    const reply = refusal(fault, command) ?? (await told(command));
    if (fault?.fault === 'answer lost') return void socket.destroy();
    if (!socket.destroyed) socket.write(answerBytes(message, reply));
  }

  function refusal(fault: Fault | undefined, command: Document): Document | undefined {
    const inTransaction = command.autocommit === false;
    if (fault?.fault === 'not primary') {
      const errorLabels = [inTransaction ? 'TransientTransactionError' : 'RetryableWriteError'];
      return { ok: 0, errmsg: 'not primary', code: 10107, codeName: 'NotWritablePrimary', errorLabels };
    }
    if (typeof fault?.fault === 'object') {
      const { code, labels = [] } = fault.fault;
      return { ok: 0, errmsg: `it is ${code}`, code, codeName: `Error${code}`, errorLabels: [...labels] };
    }
    if (fault?.fault !== 'transient') return undefined;
    return {
      ok: 0,
      errmsg: 'conflict',
      code: 112,
      codeName: 'WriteConflict',
      errorLabels: ['TransientTransactionError'],
    };
  }

  async function listen(): Promise<void> {
    server = createServer((socket) => {
      sockets.add(socket);
      const read = messageReader((message) => void handle(socket, message));
      socket.setNoDelay(true);
      socket.on('data', read);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        carriers.delete(socket);
      });
    });
    await new Promise<void>((resolve, reject) => {
      server!.once('error', reject);
      server!.listen(port, '127.0.0.1', resolve);
    });
    ({ port } = server.address() as AddressInfo);
  }

  async function vanish(): Promise<void> {
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
    for (const socket of sockets) socket.destroy();
    stored.abortAll();
    await closed;
  }

  await listen();
  return {
    url: `mongodb://127.0.0.1:${port}/daybook`,
    vanish,
    comeBack: listen,
    fail(fault, on = () => true, times = 1) {
      const applies = typeof on === 'string' ? (command: Document) => Object.keys(command)[0] === on : on;
      faults.push({ fault, on: (command) => !OWN.has(Object.keys(command)[0]!) && applies(command), times });
    },
    met: () =>
      faults.length === 0 ? Promise.resolve() : new Promise((resolve) => awaitingFaults.push(resolve)),
    heal() {
      faults = [];
      bringBack();
    },
    freezeConnections() {
      for (const socket of carriers) socket.pause();
    },
    loseMember() {
      memberBack = new Promise((resolve) => (bringBack = resolve));
    },
    asked,
    stop: vanish,
  };
}

/** The first read of a snapshot session chooses the snapshot, later ones name it. */
function snapshotMoment(stored: Stored, { readConcern, autocommit }: Document): number | undefined {
  const { level, atClusterTime } = (readConcern ?? {}) as { level?: string; atClusterTime?: Timestamp };
  if (level !== 'snapshot' || autocommit === false) return undefined;
  return atClusterTime ? Number(atClusterTime.toString()) : stored.keepMoment();
}
