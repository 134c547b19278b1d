// As in the application: the bus takes each command to its handler.
import { openDocumentChecks } from '#installation/document-checks/check-documents-in-thread.js';
import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import { CLOCK } from '#ports/clock.js';
import { DOCUMENT_CHECKS } from '#ports/document-checks.js';
import { EVENT_STORE, FILES, PERSONAL_DATA } from '#ports/storage-tokens.js';
import { LOOKUPS } from '#ports/lookups.js';
import { SPECIFICATIONS } from '#ports/specifications.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { SpecificationRefusedError } from '#domain/specification/specification-refused-error.js';
import { streams } from '#domain/stream-names.js';
import { GrantRole, RegisterUser } from '#domain/user/user-commands.js';
import { DOCUMENT } from '../domain/example-document.js';
import { act, change, comment, context, open } from './commands.js';
import { codesOf, writing, type Writing } from './writing.js';
import { AssignRecord } from '#domain/record/record-commands.js';

let here: Writing;
let bus: CommandBus;
let close: () => Promise<void>;
let inUse = 0;

beforeEach(async () => {
  here = writing(undefined, {
    countUsage: async (_, asked) => ({ counts: asked.map(() => inUse), position: 1 }),
  });
  const { store, personalData, specifications, lookups, clock, files } = here.ports;
  const providers = [
    { provide: EVENT_STORE, useValue: store },
    { provide: PERSONAL_DATA, useValue: personalData },
    { provide: SPECIFICATIONS, useValue: specifications },
    { provide: DOCUMENT_CHECKS, useValue: openDocumentChecks() },
    { provide: FILES, useValue: files },
    { provide: LOOKUPS, useValue: lookups },
    { provide: CLOCK, useValue: clock },
  ];
  @Global()
  @Module({ providers, exports: providers })
  class Engines {}
  const module = await Test.createTestingModule({ imports: [Engines, CommandHandlingModule] }).compile();
  await module.init();
  bus = module.get(CommandBus);
  close = async () => module.close();
});

afterEach(async () => close());

it('sends a command of each kind of stream to its handler', async () => {
  await sendCommand(bus, new RegisterUser({ id: 'ada', name: 'Ada', context: context('system') }));
  await sendCommand(bus, open(1, 'ada', { title: 'A saw' }));
  await sendCommand(bus, change(1, 'ada', { note: 'x' }, 1));
  await sendCommand(bus, comment(1, 'ada', 'Hello'));
  await sendCommand(bus, act(1, 'ada', 'ping', 3));
  const { data } = comment(1, 'ada', '');
  const written = await sendCommand(
    bus,
    new AssignRecord({ ...data, context: context('ada'), to: 'ada', baseVersion: 4 }),
  );
  expect(written).toMatchObject({ version: 5, already: false });
});

describe('publishing', () => {
  afterEach(() => void (inUse = 0));

  const publish = async (text: string, actor = 'system') =>
    sendCommand(bus, new PublishSpecification({ text, context: context(actor) }));

  it('makes the next version of a document that has no problems', async () => {
    expect(await publish(DOCUMENT)).toMatchObject({ version: 1, already: false });
    expect(await publish(DOCUMENT)).toMatchObject({ version: 1, already: true });
    expect(await publish(DOCUMENT.replace('Somebody orders', 'Everybody orders'))).toMatchObject({
      version: 2,
    });
    const [first] = await here.events(streams.specification('orders'));
    expect(first).toMatchObject({
      type: 'specification.published',
      data: { key: 'orders', version: 1, text: DOCUMENT },
    });
  });

  it('tells every problem, and writes nothing', async () => {
    const broken = DOCUMENT.replace('to: submitted', 'to: submited').replace('error: FREE', 'error: FRE');
    const refused = await publish(broken).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SpecificationRefusedError);
    expect((refused as SpecificationRefusedError).problems.length).toBeGreaterThanOrEqual(2);
    expect(await here.events(streams.specification('orders'))).toEqual([]);
  });

  it('refuses a next version that what records hold does not fit', async () => {
    await publish(DOCUMENT);
    inUse = 2;
    const incompatible = DOCUMENT.replace('type: decimal, places: 3', 'type: decimal, places: 2');
    await expect(publish(incompatible)).rejects.toThrow(SpecificationRefusedError);
    expect(await here.events(streams.specification('orders'))).toHaveLength(1);
  });

  it('is for admins', async () => {
    await sendCommand(bus, new RegisterUser({ id: 'ada', name: 'Ada', context: context('system') }));
    expect(await codesOf(publish(DOCUMENT, 'ada'))).toEqual(['NOT_PERMITTED']);
    await sendCommand(
      bus,
      new GrantRole({ id: 'ada', application: '-', role: 'admin', context: context('system') }),
    );
    expect(await publish(DOCUMENT, 'ada')).toMatchObject({ version: 1 });
  });
});
