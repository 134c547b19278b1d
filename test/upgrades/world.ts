// A small installation that has seen everything: by commands where a command does it, else as it is stored.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { importLogFile } from '#cli/import-log-file.js';
import { DEMO_PEOPLE } from '#demo/demo-people.js';
import { generateDemoCommands } from '#demo/demo-commands.js';
import { recordPastCall } from '#demo/past-call.js';
import type { DemoCommand } from '#demo/story.js';
import {
  GiveUpCall,
  RecordCallOutcome,
  RetryCall,
  type CallOutcomeEvent,
} from '#domain/call/call-commands.js';
import type { Command, CommandResult } from '#domain/command.js';
import { NoteFailedItem, RetryItem, SkipItem } from '#domain/process-manager/process-manager-commands.js';
import {
  AcceptReplay,
  PauseProjection,
  ResumeProjection,
  RetryProjection,
  RollBackProjection,
  SkipEvent,
} from '#domain/projection/projection-commands.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  EraseDueRecord,
  EraseRecord,
  OpenRecord,
  TakeAction,
} from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { ChangeConstants, PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import {
  AppointDeputy,
  ChooseNotice,
  ChoosePreferences,
  DeleteView,
  DismissDeputy,
  EndSession,
  EndSessions,
  ErasePerson,
  GrantRole,
  IssueLink,
  LockPerson,
  RecordFailedSignature,
  RecordFailedSignIn,
  RecordSignIn,
  RegisterUser,
  RevokeRole,
  SaveView,
  SetPassword,
  UnlockPerson,
} from '#domain/user/user-commands.js';
import { createEventCodec, NO_UPCASTERS } from '#event-store/event-codec.js';
import { LOG_LIMITS } from '#import/log-limits.js';
import { openEventStore } from '#installation/storage-engines.js';
import { readConfiguration } from '#configuration/configuration.js';
import { goldenSamples } from '../event-store/golden-samples.js';
import { documentWith } from '../calls/calling.js';
import { DESK, log, TICKETS, trace } from '../import/importing.js';
import { DOCUMENT } from '../retention/retaining.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { openForAnswers } from './opened-folder.js';
import { ADMIN, AUDITOR, PASSWORD } from './people-of-world.js';

/** When everything has happened: pages and answers are those of this moment. */
export const AT = '2026-11-27T18:00:00.000Z';

const SPECIFICATIONS = resolve(import.meta.dirname, '../../specifications');
const CLERK = PEOPLE.clerk.id;
const ADA = PEOPLE.admin.id;
const NUMBERS = streams.number('orders', 'Order', 'O-2025-');
const OPENINGS = streams.openings('orders', '2026-11-20', CLERK);

/** Returns the stored names of all types in the log. */
export async function writeWorld(folder: string): Promise<ReadonlySet<string>> {
  let now = Date.parse('2026-11-27T09:00:00.000Z');
  const daybook = await startDaybook({ folder, clock: () => new Date((now += 100)).toISOString() });
  try {
    await demo(daybook);
    await requestWithFile(daybook);
    await orders(daybook);
    await visits(daybook);
    await tickets(daybook, folder);
    await people(daybook);
    await calls(daybook);
    await operation(daybook);
    await daybook.settled();
  } finally {
    await daybook.close();
  }
  const types = await appendSamples(folder);
  // Read models take them, too.
  const reopened = await openForAnswers(folder, AT);
  await reopened.close();
  return types;
}

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Refused)) throw error;
};

const by = (actor: string) => ({ actor, commandId: uuid() });

async function demo({ send, settled, app }: Daybook): Promise<void> {
  for (const name of ['purchase-requests', 'permits', 'capa'])
    await send(
      new PublishSpecification({
        text: readFileSync(join(SPECIFICATIONS, `${name}.md`), 'utf8'),
        context: system(),
      }),
    );
  await settled();
  const bus = app.get(CommandBus);
  const ports = {
    ports: app.get(CommandDependencies),
    dispatch: async (command: Command<unknown>): Promise<CommandResult> => bus.execute(command),
  };
  let before: DemoCommand | undefined;
  for (const command of someOf([...generateDemoCommands(AT)])) {
    if (before && !('entity' in before.data)) await settled();
    await (
      command.type === 'PastCall'
        ? recordPastCall(ports, command)
        : ports.dispatch(command as Command<unknown>)
    ).catch(ignoreRefusal);
    before = command;
  }
  await settled();
  for (const signInName of [ADMIN, AUDITOR, 'jonas'] as const)
    await send(
      new SetPassword({
        id: DEMO_PEOPLE[signInName].id,
        password: PASSWORD,
        context: by(DEMO_PEOPLE[signInName].id),
      }),
    );
}

/** People, what is referred to, and for each kind of command the first records that it was sent to. */
function someOf(commands: readonly DemoCommand[]): readonly DemoCommand[] {
  const wanted = new Set<string>();
  const sent = new Map<string, number>();
  for (const { type, data } of commands) {
    if (!('entity' in data)) continue;
    const action = data.application === 'purchasing' && type === 'TakeAction' ? data.action : '';
    const kind = `${data.entity} ${type} ${action}`;
    const isMasterData = ['Supplier', 'CostCentre', 'Equipment'].includes(data.entity);
    const count = sent.get(kind) ?? 0;
    if (!isMasterData && count >= 1) continue;
    sent.set(kind, count + (wanted.has(data.id) ? 0 : 1));
    wanted.add(data.id);
  }
  return commands.filter(({ data }) => !('entity' in data) || wanted.has(data.id));
}

/** By a program, with an upload; it waits for approval. */
async function requestWithFile({ browser, settled }: Daybook): Promise<void> {
  const api = browser();
  const first = async (entity: string): Promise<string> => {
    const { body } = await api.get(`/api/purchasing/${entity}`).auth('jonas', PASSWORD).expect(200);
    return (body as { items: readonly { id: string }[] }).items[0]!.id;
  };
  const { body: upload } = await api
    .post('/api/purchasing/Request/files?field=quote&name=offer.pdf')
    .auth('jonas', PASSWORD)
    .type('application/pdf')
    .send(Buffer.from('%PDF-1.4\n%a small offer\n'))
    .expect(201);
  const fields = {
    title: 'Two monitors',
    department: 'Office',
    costCentre: await first('CostCentre'),
    supplier: await first('Supplier'),
    lines: [{ item: 'Monitor', quantity: 2, price: '199.90' }],
    iban: 'DE89 3704 0044 0532 0130 00',
    quote: (upload as { reference: string }).reference,
  };
  const { body: opened } = await api
    .post('/api/purchasing/Request')
    .auth('jonas', PASSWORD)
    .send({ fields })
    .expect(201);
  const { id, version } = opened as { id: string; version: number };
  await settled();
  await api
    .post(`/api/purchasing/Request/${id}/actions/submit`)
    .auth('jonas', PASSWORD)
    .set('If-Match', `"${version}"`)
    .send({})
    .expect(200);
  await settled();
}

async function orders({ send, settled, as }: Daybook): Promise<void> {
  const shop = { application: 'orders', entity: 'Shop', id: uuid() };
  await send(new OpenRecord({ ...shop, input: { name: 'Corner shop' }, context: by(CLERK) }));
  await settled();
  const open = async (title: string, input: object = {}) => {
    const order = { application: 'orders', entity: 'Order', id: uuid() };
    const lines = [{ item: title, quantity: 2, price: '12.50', gift: true }];
    await send(
      new OpenRecord({
        ...order,
        input: { title, lines, shop: shop.id, owner: CLERK, secret: `Secret of ${title}`, ...input },
        context: by(CLERK),
      }),
    );
    return order;
  };
  const chairs = await open('Chairs', { urgent: true, weight: '7.250' });
  for (const code of ['C-1', 'C-2'])
    await send(
      new ChangeRecord({ ...chairs, input: { notes: 'Blue ones', code }, context: by(PEOPLE.boss.id) }),
    );
  await send(new CommentRecord({ ...chairs, text: 'Ask for a discount.', context: by(CLERK) }));
  await send(new AssignRecord({ ...chairs, to: PEOPLE.second.id, context: by(CLERK) }));
  await send(new TakeAction({ ...chairs, action: 'send', input: {}, context: by(CLERK) }));
  await send(
    new TakeAction({
      ...chairs,
      action: 'reject',
      input: {},
      reason: 'Too many.',
      context: by(PEOPLE.boss.id),
    }),
  );
  const gone = await open('To be erased');
  await settled();
  await send(new EraseRecord({ ...gone, reason: 'They asked for it.', context: by(ADA) }));
  const ella = { id: uuid(), name: 'Ella Erased', signInName: 'ella', password: PASSWORD };
  await send(
    new RegisterUser({ ...ella, roles: [{ application: 'orders', role: 'clerk' }], context: system() }),
  );
  await settled();
  await open('Owned by somebody who is erased', { owner: ella.id });
  await settled();
  await send(new ErasePerson({ id: ella.id, reason: 'They left.', context: by(ADA) }));
  await settled();
  // A file, and a first sight of pages, as a browser does it.
  await (await as('clerk')).get(`/orders/orders/${chairs.id}`).expect(200);
}

async function visits({ send, settled }: Daybook): Promise<void> {
  await send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  const keeper = {
    id: uuid(),
    name: 'Kim Keeper',
    signInName: 'kim',
    password: PASSWORD,
    roles: [{ application: 'visits', role: 'keeper' }],
  };
  await send(new RegisterUser({ ...keeper, context: system() }));
  await settled();
  const visit = async (title: string, year: number) => {
    const about = { application: 'visits', entity: 'Visit', id: uuid() };
    const context = (month: string) => ({
      ...by(keeper.id),
      effectiveAt: `${year}-${month}-10T10:00:00.000Z`,
    });
    const input = { title, patient: `Patient of ${title}`, remark: `Remark on ${title}`, dispute: false };
    await send(new OpenRecord({ ...about, input, context: context('05') }));
    await send(
      new TakeAction({ ...about, action: 'close', input: {}, baseVersion: 1, context: context('06') }),
    );
    return about;
  };
  const old = await visit('An old one', 2012);
  await visit('A due one', 2013);
  await visit('A young one', 2025);
  await settled();
  await send(
    new EraseDueRecord({
      ...old,
      baseVersion: 2,
      reason: 'Kept long enough.',
      signing: { by: 'password' },
      context: by(keeper.id),
    }),
  );
  const next = DOCUMENT.replace('keeper: Keeper', 'custodian: { title: Custodian, was: keeper }')
    .replace('erase: { keeper:', 'erase: { custodian:')
    .replace('dispute: { type', 'disputed: { was: dispute, type')
    .replace('record.dispute ', 'record.disputed ')
    .replace('remark: { type', 'note: { was: remark, type')
    .replace('open: Open', 'begun: { title: Begun, was: open }')
    .replace('from: open', 'from: begun');
  await send(new PublishSpecification({ text: next, reason: 'Better words.', context: system() }));
  await settled();
}

async function tickets({ send, settled, installation }: Daybook, folder: string): Promise<void> {
  await send(new PublishSpecification({ text: DESK, context: system() }));
  await settled();
  const { writeFileSync, rmSync } = await import('node:fs');
  const path = join(folder, 'tickets.xes');
  writeFileSync(
    path,
    log([
      trace('Printer is broken', [
        { activity: 'Assign seriousness', at: '2025-03-01T10:00:00.000Z', by: 'Ms Old' },
        { activity: 'Answer', at: '2025-03-02T10:00:00.000Z', by: 'Mr Past' },
        { activity: 'Closed', at: '2025-03-03T10:00:00.000Z' },
      ]),
      trace('Lamp is dark', [
        { activity: 'Assign seriousness', at: '2025-04-01T10:00:00.000Z', by: 'Ms Old' },
      ]),
    ]),
  );
  const { unpacked: maxUnpacked, trace: maxTrace } = LOG_LIMITS;
  await importLogFile(
    path,
    { into: TICKETS, maxUnpacked, maxTrace },
    {
      installation,
      context: async () => system(),
      send: send as never,
      waitForProjections: async (position) => void (await installation.projections.waitFor(position, 10_000)),
    },
  );
  rmSync(path);
  await settled();
}

async function people({ send, settled }: Daybook): Promise<void> {
  const person = { id: uuid(), name: 'Petra Person', signInName: 'petra', password: PASSWORD };
  await send(
    new RegisterUser({ ...person, roles: [{ application: 'orders', role: 'clerk' }], context: system() }),
  );
  await settled();
  const { id } = person;
  const admin = () => by(ADA);
  const self = () => by(id);
  await send(new GrantRole({ id, application: 'orders', role: 'boss', context: admin() }));
  await send(new RevokeRole({ id, application: 'orders', role: 'boss', context: admin() }));
  const first = await send(
    new RecordSignIn({ id, by: 'password', browser: 'Firefox on Linux', context: self() }),
  );
  await send(new RecordSignIn({ id, by: 'password', context: self() }));
  await send(new EndSession({ id, session: first.version, context: self() }));
  await send(new RecordFailedSignIn({ id, context: by('system') }));
  const third = await send(new RecordSignIn({ id, by: 'password', context: self() }));
  await send(new RecordFailedSignature({ id, session: third.version, context: self() }));
  await send(new EndSessions({ id, except: null, context: self() }));
  await send(new LockPerson({ id, reason: 'On leave.', context: admin() }));
  await send(new UnlockPerson({ id, reason: 'Back.', context: admin() }));
  await send(new ChoosePreferences({ id, language: 'de', timeZone: 'Europe/Vienna', context: self() }));
  await send(
    new ChooseNotice({
      id,
      application: 'purchasing',
      call: 'remindBudgetHolder',
      way: 'page',
      context: self(),
    }),
  );
  const views = { application: 'orders', screen: '/orders', shared: true };
  const [kept, deleted] = [uuid(), uuid()];
  await send(
    new SaveView({ id, ...views, view: kept, name: 'Drafts', query: 'state=draft', context: self() }),
  );
  await send(new SaveView({ id, ...views, view: deleted, name: 'Gone', query: 'q=x', context: self() }));
  await send(new DeleteView({ id, view: deleted, context: self() }));
  const delegation = {
    deputy: CLERK,
    application: null,
    role: null,
    from: '2026-11-27',
    until: '2026-12-24',
  };
  const deputation = uuid();
  await send(new AppointDeputy({ id, ...delegation, deputation, context: self() }));
  await send(new DismissDeputy({ id, deputation, context: self() }));
  await send(new AppointDeputy({ id, ...delegation, deputation: uuid(), context: self() }));
  const walter = { id: uuid(), name: 'Walter Waiting', signInName: 'walter' };
  const until = '2026-11-30T09:00:00.000Z';
  await send(new RegisterUser({ ...walter, link: { digest: 'a'.repeat(64), until }, context: admin() }));
  await send(new IssueLink({ id: walter.id, link: { digest: 'b'.repeat(64), until }, context: admin() }));
  await send(
    new ChangeConstants({
      application: 'purchasing',
      values: [{ constant: 'twoEyesLimit', key: null, text: '6000 EUR' }],
      from: '2027-01-01',
      reason: 'Prices have risen.',
      context: by(DEMO_PEOPLE.sofia.id),
    }),
  );
}

async function operation({ send }: Daybook): Promise<void> {
  const admin = () => by(ADA);
  const item = { process: 'upgrades', item: 'orders.Order-01900000-0000-7000-8000-00000000beef' } as const;
  const failed = { ...item, what: 'a record under a new version', upTo: '2', error: 'It has no place.' };
  await send(new NoteFailedItem({ ...failed, context: by('system') }));
  await send(new RetryItem({ ...item, context: admin() }));
  await send(new NoteFailedItem({ ...failed, context: by('system') }));
  await send(new SkipItem({ ...item, reason: 'It was opened by mistake.', context: admin() }));
  const projection = 'deputies';
  await send(new PauseProjection({ projection, context: admin() }));
  await send(new ResumeProjection({ projection, context: admin() }));
  await send(new RetryProjection({ projection, context: admin() }));
  await send(
    new SkipEvent({
      projection,
      version: 1,
      collection: 'deputies',
      document: 'nobody',
      event: uuid(),
      eventType: 'user.deputy-named',
      error: 'It names nobody.',
      reason: 'It was a test.',
      context: admin(),
    }),
  );
  const switched = { projection, from: 1, to: 2, differences: 3, reason: 'As it should be.' };
  await send(new AcceptReplay({ ...switched, context: admin() }));
  await send(new RollBackProjection({ ...switched, from: 2, to: 1, context: admin() }));
}

/** One that is given up twice, and one that a copied log holds back. */
async function calls({ send, settled, installation }: Daybook): Promise<void> {
  const text = documentWith(
    'calls: { order: { on: { entity: Order, action: place }, post: "https://shop.example.org/orders" } }',
  );
  await send(new PublishSpecification({ text, context: system() }));
  await settled();
  const requested = async (what: string) => {
    const record = { application: 'shop', entity: 'Order', id: uuid() };
    const input = { what, price: '10', buyer: CLERK, phone: '+49 30 1234' };
    await send(new OpenRecord({ ...record, input, context: by(CLERK) }));
    await send(new TakeAction({ ...record, action: 'place', input: {}, context: by(CLERK) }));
    const { events } = await installation.store.read(RecordRef.of(record).name);
    const { id } = events.find(({ type }) => type === 'record.call-requested')!;
    return { application: 'shop', entity: 'Order', record: record.id, id, call: 'order' };
  };
  const lamp = await requested('A lamp');
  const note = async (call: typeof lamp, outcome: CallOutcomeEvent) =>
    send(new RecordCallOutcome({ ...call, note: outcome, owners: [], context: by('system') }));
  const again = AT;
  await note(lamp, { type: 'record.call-failed', data: { attempt: 1, why: 'it answered 503', again } });
  for (const attempt of [2, 3]) {
    await send(new RetryCall({ ...lamp, context: by(ADA) })).catch(ignoreRefusal);
    await note(lamp, { type: 'record.call-failed', data: { attempt, why: 'it answered 503', again } });
    await send(new GiveUpCall({ ...lamp, reason: 'Ordered by telephone.', context: by(ADA) }));
    await note(lamp, { type: 'record.call-settled', data: { refused: null } });
  }
  await send(new GiveUpCall({ ...lamp, reason: 'Done.', context: by(ADA) }));
  await note(await requested('A desk'), { type: 'record.call-withheld', data: { why: 'it may be a copy' } });
  await settled();
}

/** What no command of this version writes, or only after an accident: earlier shapes above all. Returns all stored types. */
async function appendSamples(folder: string): Promise<ReadonlySet<string>> {
  const store = await openEventStore(readConfiguration({ data: folder }, {}), {
    codec: createEventCodec(NO_UPCASTERS),
  });
  const types = new Set<string>();
  const waiting = new Set<string>();
  const head = await store.head();
  for await (const batch of store.all(0)) {
    for (const { type, stream, data } of batch) {
      types.add(type);
      const { to } = data as { readonly to?: unknown };
      if (type !== 'record.action-taken' || !stream.startsWith('purchasing.Request')) continue;
      if (to === 'submitted') waiting.add(stream);
      else waiting.delete(stream);
    }
    if (batch.at(-1)!.position >= head) break;
  }
  const [request] = waiting;
  if (request === undefined) throw new Error('no purchase request waits for approval');
  const streamOf: Readonly<Record<string, string>> = {
    'number.voided': NUMBERS,
    'opening.counted': OPENINGS,
    'opening.given-back': OPENINGS,
    'record.approval-given': request,
    'record.approvals-begun-again': request,
    'record.call-passed': request,
  };
  for (const { stored } of goldenSamples.values()) {
    if (types.has(stored.type)) continue;
    const stream = streamOf[stored.type];
    if (stream === undefined) throw new Error(`Nothing in the world leads to ${stored.type}.`);
    const { version } = await store.read(stream);
    const data =
      stored.type === 'record.approval-given' ? { ...(stored.data as object), changes: {} } : stored.data;
    const specification = { key: 'purchasing', version: 1 };
    const metadata = { ...stored.metadata, specification, actor: DEMO_PEOPLE.priya.id };
    await store.append(stream, [{ ...stored, id: uuid(), data, metadata }], version);
    types.add(stored.type);
  }
  await store.close();
  return types;
}
