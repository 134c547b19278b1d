// Commands that the driver and the adapter send.
import { type Document, EJSON, ObjectId, Timestamp, calculateObjectSize } from 'bson';
import { Aggregator, Query, update as applyUpdate } from 'mingo';
import { sorted } from './compare-values.js';
import {
  CommandError,
  type Index,
  type Stored,
  type Transaction,
  duplicate,
  idOf,
} from './in-memory-collections.js';

export interface Call {
  readonly stored: Stored;
  readonly command: Document;
  readonly database: string;
  readonly transaction: Transaction | undefined;
  readonly cursors: Cursors;
  /** Resolves when every member of the replica set is up. */
  readonly allMembers: () => Promise<void>;
}

export type Cursors = Map<number, { readonly namespace: string; rest: Document[] }>;

type Command = (call: Call, namespace: string) => Document | Promise<Document>;

export const commands: Readonly<Record<string, Command>> = {
  ping: () => ({}),
  endSessions: () => ({}),
  find(call, namespace) {
    const { filter = {}, sort, skip = 0, limit = 0, projection } = call.command;
    if (isPageById(call.command)) return cursor(call, namespace, pageById(call, namespace));
    const found = matching(call, namespace, filter as Document);
    const ordered = sort ? sorted(found, sort as Document) : found;
    const page = ordered.slice(
      skip as number,
      limit ? (skip as number) + Math.abs(limit as number) : undefined,
    );
    return cursor(call, namespace, projected(page, projection as Document | undefined));
  },
  aggregate(call, namespace) {
    const [first, ...rest] = call.command.pipeline as Document[];
    const isMatch = first && '$match' in first;
    const input = matching(call, namespace, isMatch ? (first.$match as Document) : {});
    const pipeline = isMatch || !first ? rest : [first, ...rest];
    return cursor(call, namespace, new Aggregator(pipeline).run(input) as Document[]);
  },
  count: (call, namespace) => ({
    n: matching(call, namespace, (call.command.query as Document) ?? {}).length,
  }),
  distinct(call, namespace) {
    const found = matching(call, namespace, (call.command.query as Document) ?? {});
    const values = found.map((each) => each[call.command.key as string] as unknown);
    return { values: [...new Set(values)] };
  },
  getMore({ command, cursors }) {
    const open = cursors.get(Number(command.getMore));
    if (!open) throw new CommandError(43, 'CursorNotFound', 'there is no such cursor');
    const fit = fitting(open.rest.slice(0, (command.batchSize as number) || 1000));
    const nextBatch = open.rest.splice(0, fit.length);
    if (open.rest.length === 0) cursors.delete(Number(command.getMore));
    const id = open.rest.length > 0 ? command.getMore : 0n;
    return { cursor: { id: BigInt(id as number), ns: open.namespace, nextBatch } };
  },
  killCursors({ command, cursors }) {
    for (const id of command.cursors as number[]) cursors.delete(Number(id));
    return { cursorsKilled: command.cursors };
  },
  insert: (call, namespace) =>
    each(call, call.command.documents as Document[], async (document) => {
      const whole = '_id' in document ? document : { _id: new ObjectId(), ...document };
      const id = idOf(whole._id);
      await unlocked(call, namespace, [id]);
      if (call.stored.document(namespace, id, call.transaction)) throw duplicate(namespace, '_id_');
      call.stored.put(namespace, id, whole, call.transaction);
      return { n: 1 };
    }),
  update: (call, namespace) =>
    each(call, call.command.updates as Document[], (one) => updated(call, namespace, one)),
  delete: (call, namespace) =>
    each(call, call.command.deletes as Document[], async ({ q, limit }) => {
      const found = await matchingUnlocked(call, namespace, q as Document, limit === 1);
      for (const document of found)
        call.stored.put(namespace, idOf(document._id), undefined, call.transaction);
      return { n: found.length };
    }),
  async findAndModify(call, namespace) {
    const { query = {}, update, remove, upsert, new: isNew, fields } = call.command;
    const [before] = await matchingUnlocked(call, namespace, query as Document, true);
    const told = (value: Document | null | undefined) =>
      value ? projected([value], fields as Document)[0] : null;
    if (remove) {
      if (before) call.stored.put(namespace, idOf(before._id), undefined, call.transaction);
      return { lastErrorObject: { n: before ? 1 : 0 }, value: told(before) };
    }
    if (!before && !upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    const after = changed(before ?? seed(query as Document), update as Document, !before);
    call.stored.put(namespace, idOf(after._id), after, call.transaction);
    return { lastErrorObject: { n: 1, updatedExisting: !!before }, value: told(isNew ? after : before) };
  },
  create(call, namespace) {
    if (call.stored.has(namespace)) throw new CommandError(48, 'NamespaceExists', `${namespace} exists`);
    call.stored.collection(namespace);
    return {};
  },
  async createIndexes(call, namespace) {
    const { indexes, documents } = call.stored.collection(namespace);
    const before = indexes.length;
    const missing = (call.command.indexes as Index[]).filter(
      ({ name }) => !indexes.some((index) => index.name === name),
    );
    // Empty collections and existing indexes need no other member.
    if (missing.length > 0 && call.command.commitQuorum !== 'majority' && documents.size > 0)
      await call.allMembers();
    for (const { name, key, unique } of missing) indexes.push({ name, key, unique });
    if (indexes.length > 64) throw new CommandError(67, 'CannotCreateIndex', 'too many indexes');
    return { numIndexesBefore: before, numIndexesAfter: indexes.length };
  },
  dropIndexes(call, namespace) {
    const collection = existing(call, namespace);
    const names = [call.command.index].flat() as string[];
    collection.indexes = collection.indexes.filter(
      ({ name }) => name === '_id_' || !(names.includes(name) || names.includes('*')),
    );
    return {};
  },
  listIndexes: (call, namespace) => cursor(call, namespace, existing(call, namespace).indexes as never),
  listCollections(call) {
    const prefix = `${call.database}.`;
    const all = call.stored
      .names(call.database)
      .map((name) => ({ name: name.slice(prefix.length), type: 'collection' }));
    const query = new Query((call.command.filter as Document) ?? {});
    return cursor(
      call,
      `${prefix}$cmd.listCollections`,
      all.filter((each) => query.test(each)),
    );
  },
  drop(call, namespace) {
    existing(call, namespace);
    call.stored.drop(namespace);
    return {};
  },
  dropDatabase(call) {
    for (const name of call.stored.names(call.database)) call.stored.drop(name);
    return {};
  },
};

const isPageById = ({ sort, limit, skip, filter }: Document) =>
  Object.keys((sort as Document) ?? {}).join() === '_id' &&
  Boolean(limit) &&
  !skip &&
  !idsIn(filter as Document);

/** As an index of ids: nothing is read behind the end of the page. */
function pageById(call: Call, namespace: string): Document[] {
  const { filter, sort, limit, projection } = call.command;
  const moment = call.command.atMoment as number | undefined;
  const { ids, documents } = inOrder(call.stored.documents(namespace, call.transaction, moment));
  const query = new Query(filter as Document);
  const after = (filter as Document)._id as { $gt?: string } | undefined;
  const from = typeof after?.$gt === 'string' ? ids.findIndex((id) => id >= `"${after.$gt}`) : 0;
  const onward = (sort as Document)._id === 1 ? ids.slice(Math.max(0, from)) : ids.toReversed();
  const page: Document[] = [];
  for (const id of onward) {
    const document = documents.get(id)!;
    if (query.test(document)) page.push(document);
    if (page.length === Math.abs(limit as number)) break;
  }
  return projected(page, projection as Document | undefined);
}

const orders = new WeakMap<object, string[]>();

function inOrder(documents: ReadonlyMap<string, Document>) {
  let ids = orders.get(documents);
  if (ids?.length !== documents.size || ids.some((id) => !documents.has(id)))
    orders.set(documents, (ids = sorted([...documents.values()], { _id: 1 }).map(({ _id }) => idOf(_id))));
  return { ids, documents };
}

function existing(call: Call, namespace: string) {
  if (!call.stored.has(namespace))
    throw new CommandError(26, 'NamespaceNotFound', `ns does not exist: ${namespace}`);
  return call.stored.collection(namespace);
}

let cursorNumber = 1;

function cursor(call: Call, namespace: string, found: Document[]): Document {
  const { batchSize = (call.command.cursor as Document | undefined)?.batchSize ?? 101, singleBatch } =
    call.command;
  const firstBatch = fitting(found.slice(0, batchSize as number));
  const rest = singleBatch ? [] : found.slice(firstBatch.length);
  const id = rest.length > 0 ? ++cursorNumber : 0;
  if (id) call.cursors.set(id, { namespace, rest });
  const at = call.command.atMoment as number | undefined;
  const atClusterTime = at === undefined ? undefined : Timestamp.fromNumber(at);
  return { cursor: { id: BigInt(id), ns: namespace, firstBatch, atClusterTime } };
}

/** One answer's worth, at least one. */
function fitting(found: Document[]): Document[] {
  let size = 0;
  const tooMany = found.findIndex((each) => (size += calculateObjectSize(each)) > LARGEST_ANSWER);
  return tooMany === -1 ? found : found.slice(0, Math.max(1, tooMany));
}

const LARGEST_ANSWER = 16 * 1024 * 1024;

function projected(found: Document[], projection: Document | undefined): Document[] {
  const paths = Object.keys(projection ?? {});
  if (paths.length === 0) return found;
  if (paths.every((path) => projection![path] === 1 && !path.includes('.')))
    return found.map((each) => pick(each, ['_id', ...paths]));
  return new Aggregator([{ $project: projection! }]).run(found) as Document[];
}

function pick(document: Document, keys: readonly string[]): Document {
  return Object.fromEntries(
    keys.filter((key) => key in document).map((key) => [key, document[key] as unknown]),
  );
}

/** undefined: the filter names no ids. */
function idsIn(filter: Document): unknown[] | undefined {
  const wanted = filter._id as unknown;
  if (typeof wanted === 'string' || wanted instanceof ObjectId) return [wanted];
  const among = (wanted as Document | undefined)?.$in as unknown[] | undefined;
  if (among) return among;
  return (filter.$and as Document[] | undefined)?.map(idsIn).find((ids) => ids !== undefined);
}

function matching(call: Call, namespace: string, filter: Document): Document[] {
  const found = candidates(call, namespace, filter);
  // Most queries are for ids, and mingo costs more than all the rest.
  if (namesIdsAlone(filter)) return found;
  const query = new Query(filter);
  return found.filter((document) => query.test(document));
}

function namesIdsAlone(filter: Document): boolean {
  const [key, another] = Object.keys(filter);
  if (key === undefined) return true;
  const wanted = filter._id as unknown;
  if (key !== '_id' || another !== undefined || idsIn(filter) === undefined) return false;
  return (
    typeof wanted === 'string' || wanted instanceof ObjectId || Object.keys(wanted as Document).length === 1
  );
}

/** The documents a filter names, or all. */
function candidates(call: Call, namespace: string, filter: Document): Document[] {
  const moment = call.command.atMoment as number | undefined;
  const ids = idsIn(filter);
  if (!ids) return [...call.stored.documents(namespace, call.transaction, moment).values()];
  const keys = [...new Set(ids.map(idOf))];
  if (moment === undefined)
    return keys.flatMap((id) => call.stored.document(namespace, id, call.transaction) ?? []);
  const all = call.stored.documents(namespace, undefined, moment);
  return keys.flatMap((id) => all.get(id) ?? []);
}

async function unlocked(call: Call, namespace: string, ids: readonly string[]): Promise<boolean> {
  let waited = false;
  if (call.transaction) return waited;
  for (const id of ids)
    for (let over; (over = call.stored.heldUp(namespace, id));) {
      waited = true;
      await over;
    }
  return waited;
}

async function matchingUnlocked(
  call: Call,
  namespace: string,
  filter: Document,
  one: boolean,
): Promise<Document[]> {
  for (;;) {
    const found = matching(call, namespace, filter).slice(0, one ? 1 : undefined);
    if (
      !(await unlocked(
        call,
        namespace,
        found.map(({ _id }) => idOf(_id)),
      ))
    )
      return found;
  }
}

/** `ordered` statements stop at the first failure. */
async function each(
  call: Call,
  all: readonly Document[],
  run: (one: Document) => Promise<Document>,
): Promise<Document> {
  const sum = { n: 0, nModified: 0 };
  const upserted: Document[] = [];
  const writeErrors: Document[] = [];
  for (const [index, one] of all.entries()) {
    const done = await run(one).catch(failedWrite);
    if (done instanceof CommandError) writeErrors.push({ index, code: done.code, errmsg: done.message });
    else {
      sum.n += done.n as number;
      sum.nModified += (done.nModified as number | undefined) ?? 0;
      if (done.upserted !== undefined) upserted.push({ index, _id: done.upserted as unknown });
    }
    if (done instanceof CommandError && (call.command.ordered !== false || call.transaction)) break;
  }
  if (writeErrors.length > 0 && call.transaction) call.stored.abort(call.transaction);
  return { ...sum, ...(upserted.length > 0 && { upserted }), ...(writeErrors.length > 0 && { writeErrors }) };
}

function failedWrite(error: unknown): CommandError {
  if (error instanceof CommandError && error.labels.length === 0) return error;
  throw error;
}

async function updated(call: Call, namespace: string, { q, u, upsert, multi }: Document): Promise<Document> {
  const found = await matchingUnlocked(call, namespace, q as Document, multi !== true);
  let nModified = 0;
  for (const before of found) {
    const after = changed(before, u as Document, false);
    if (EJSON.stringify(after) === EJSON.stringify(before)) continue;
    nModified += 1;
    call.stored.put(namespace, idOf(before._id), after, call.transaction);
  }
  if (found.length > 0 || !upsert) return { n: found.length, nModified };
  const made = changed(seed(q as Document), u as Document, true);
  const id = idOf(made._id);
  if (call.stored.document(namespace, id, call.transaction)) throw duplicate(namespace, '_id_');
  call.stored.put(namespace, id, made, call.transaction);
  return { n: 1, nModified: 0, upserted: made._id as unknown };
}

/** An upsert begins with the values that the filter names. */
function seed(filter: Document): Document {
  const named = Object.entries(filter).filter(
    ([path, value]) =>
      !path.startsWith('$') && !path.includes('.') && (typeof value !== 'object' || value === null),
  );
  return { _id: new ObjectId(), ...Object.fromEntries(named) };
}

function changed(before: Document, by: Document | Document[], isInsert: boolean): Document {
  if (Array.isArray(by)) return new Aggregator(by).run([before])[0] as Document;
  if (!Object.keys(by).some((key) => key.startsWith('$'))) return { _id: before._id as unknown, ...by };
  const { $setOnInsert, ...rest } = by;
  const after = EJSON.parse(EJSON.stringify(before)) as Document;
  if (isInsert) Object.assign(after, $setOnInsert);
  for (const [operator, change] of Object.entries(rest)) applyUpdate(after, { [operator]: change } as never);
  return after;
}
