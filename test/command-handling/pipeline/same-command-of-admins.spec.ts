// Admins' command ids are idempotency keys, too.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openDocumentChecks } from '#installation/document-checks/check-documents-in-thread.js';
import { EraseRecordHandler } from '#command-handling/erasure/erase-record.handler.js';
import { SpecificationUpgrades } from '#command-handling/specifications/specification-upgrades.js';
import { PublishSpecificationHandler } from '#command-handling/specifications/publish-specification.handler.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import {
  EndSessions,
  ErasePerson,
  GrantRole,
  IssueLink,
  RevokeRole,
  UseLink,
  RegisterUser,
} from '#domain/user/user-commands.js';
import { DOCUMENT } from '#test/domain/example-document.js';
import { context, open, recordId, withPeople } from '../commands.js';
import { codesOf, writing, type Writing } from '../writing.js';

let here: Writing;

beforeEach(async () => {
  here = writing();
  await withPeople(here);
  await here.bus.execute(
    new RegisterUser({ id: 'grace', name: 'Grace', signInName: 'grace', context: context('root') }),
  );
  await here.bus.execute(open(1, 'ada', { title: 'A saw', visitor: 'Anneke' }));
});

type Sent = () => Promise<{ readonly already: boolean }>;

const ID = 'command-again';
const by = (actor: string) => context(actor, ID);
const role = (Command: typeof GrantRole | typeof RevokeRole, key: string, actor = 'root') =>
  here.bus.execute(new Command({ id: 'grace', application: 'purchasing', role: key, context: by(actor) }));
const link = (digest: string) => ({ digest, until: '2026-11-21T10:00:00.000Z' });
const issue = (digest: string, actor = 'root') =>
  here.bus.execute(new IssueLink({ id: 'grace', link: link(digest), context: by(actor) }));
const record = { application: 'purchasing', entity: 'Request', id: recordId(1) };
const eraseRecord = async (reason: string) =>
  new EraseRecordHandler(here.ports).execute(new EraseRecord({ ...record, reason, context: by('root') }));
const erasePerson = (reason: string) =>
  here.bus.execute(new ErasePerson({ id: 'grace', reason, context: by('root') }));
const publish = async (text: string) =>
  new PublishSpecificationHandler(
    here.ports,
    openDocumentChecks(),
    new SpecificationUpgrades(here.ports),
  ).execute(new PublishSpecification({ text, context: by('root') }));

const person = streams.user('grace');
const OF_RECORD = streams.record(RecordRef.of(record));
const CASES: readonly (readonly [string, string, Sent, Sent])[] = [
  ['a role given', person, () => role(GrantRole, 'finance'), () => role(GrantRole, 'budgetHolder')],
  ['a role given, and taken', person, () => role(GrantRole, 'finance'), () => role(RevokeRole, 'finance')],
  [
    'sessions ended',
    person,
    () => here.bus.execute(new EndSessions({ id: 'grace', except: null, context: by('root') })),
    () => here.bus.execute(new EndSessions({ id: 'grace', except: 3, context: by('root') })),
  ],
  ['a link, and a role', person, () => issue('a'.repeat(64)), () => role(GrantRole, 'finance')],
  ['a person erased', person, () => erasePerson('They asked.'), () => erasePerson('We wanted it.')],
  ['a record erased', OF_RECORD, () => eraseRecord('They asked.'), () => eraseRecord('We wanted it.')],
  [
    'a specification published',
    streams.specification('orders'),
    () => publish(DOCUMENT),
    () => publish(DOCUMENT.replace('Somebody orders', 'Everybody orders')),
  ],
];

describe.each(CASES)('given %s', (_what, stream, first, other) => {
  it('when the same is sent again, then it is done already; with something else in it, then it is refused', async () => {
    expect((await first()).already).toBe(false);
    const before = await here.events(stream);
    expect((await first()).already).toBe(true);
    expect(await codesOf(other())).toEqual(['COMMAND_REUSED']);
    expect(await here.events(stream)).toEqual(before);
  });
});

describe('given a link that was made', () => {
  beforeEach(() => issue('a'.repeat(64)));

  it('when the same command comes again, then there is one link, and a used one does not open anything again', async () => {
    await here.bus.execute(use('seven otters in a boat'));
    expect((await issue('a'.repeat(64))).already).toBe(true);
    expect(await codesOf(here.bus.execute(use('nine otters in a boat')))).toEqual(['LINK_SPENT']);
  });

  it('when somebody else’s command has its id, then it is a link of its own', async () => {
    await here.bus.execute(
      new GrantRole({ id: 'ada', application: '-', role: 'admin', context: by('root') }),
    );
    expect((await issue('b'.repeat(64), 'ada')).already).toBe(false);
    expect(await codesOf(here.bus.execute(use('seven otters in a boat')))).toEqual(['LINK_SPENT']);
  });

  const use = (password: string) =>
    new UseLink({ id: 'grace', digest: 'a'.repeat(64), password, context: context('grace') });
});
