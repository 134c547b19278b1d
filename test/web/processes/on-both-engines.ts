// Embedded engines, and EventStoreDB with MongoDB.
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { newEventStoreDb } from '#test/engines/empty-eventstoredb.js';
import { newMongoDb } from '#test/engines/empty-mongodb.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

async function otherEngines() {
  const [events, reads] = await Promise.all([newEventStoreDb(), newMongoDb()]);
  const on = {
    events: { engine: 'eventstoredb', url: events.url },
    reads: { engine: 'mongodb', url: reads.url },
  } as const;
  return { on, stop: async () => void (await Promise.all([events.stop(), reads.stop()])) };
}

export const ENGINES = [
  { name: 'the embedded engines', start: () => Promise.resolve({ on: {}, stop: () => Promise.resolve() }) },
  { name: 'EventStoreDB and MongoDB', start: otherEngines },
];

export interface ExamplePerson {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

export const person = (name: string, ...roles: string[]): ExamplePerson => ({ id: uuid(), name, roles });

export interface PublishedDaybook {
  readonly daybook: Daybook;
  as(person: Pick<ExamplePerson, 'id'>): Promise<Browser>;
  register(person: ExamplePerson): Promise<void>;
  close(): Promise<void>;
}

/** `key`: of the document's application. */
export async function startPublished(
  { start }: (typeof ENGINES)[number],
  { key, document, people }: { key: string; document: string; people: readonly ExamplePerson[] },
): Promise<PublishedDaybook> {
  const engines = await start();
  const daybook = await startDaybook({ peopled: false, on: engines.on });
  await daybook.send(new PublishSpecification({ text: document, context: system() }));
  const register = async ({ id, name, roles }: ExamplePerson) => {
    const held = roles.map((role) => ({ application: key, role }));
    await daybook.send(new RegisterUser({ id, name, demo: true, roles: held, context: system() }));
  };
  for (const each of people) await register(each);
  await daybook.settled();
  return {
    daybook,
    register,
    async as({ id }) {
      const browser = daybook.browser();
      await browser.post('/-/sign-in/demo').type('form').send({ person: id });
      return browser;
    },
    async close() {
      await daybook.close();
      await engines.stop();
    },
  };
}
