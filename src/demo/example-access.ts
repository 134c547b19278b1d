// Examples are offered on loopback only, in a log that is empty or that they began, without registered people.
import { isLoopback } from '../configuration/loopback.js';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import type { EventStore } from '#event-store/event-store.js';
import type { Configuration } from '../configuration/configuration.js';

export const derivePublishCommandId = (text: string): string =>
  deriveUuid(JSON.stringify(['demo', 'publish', text]));

export type LogOrigin = 'empty' | 'examples' | 'other';

export async function findLogOrigin(store: Pick<EventStore, 'head' | 'all'>): Promise<LogOrigin> {
  if ((await store.head()) === 0) return 'empty';
  const reading = new AbortController();
  for await (const [first] of store.all(0, reading.signal)) {
    reading.abort();
    if (first?.type !== 'specification.published') return 'other';
    const { text } = first.data as SpecificationPublished['data'];
    return first.metadata.commandId === derivePublishCommandId(text) ? 'examples' : 'other';
  }
  return 'empty';
}

export type ExampleSettings = Pick<Configuration, 'demo' | 'demoRequested' | 'host' | 'site'>;

interface RegisteredPeople {
  /** Registered people, present or former; excludes examples and imported people. */
  countEver(): Promise<number>;
}

export const EXAMPLE_ACCESS = Symbol('EXAMPLE_ACCESS');

export interface ExampleAccess {
  /** Sign-in without a password. */
  offersPasswordlessSignIn(people: RegisteredPeople): Promise<boolean>;
  /** A sentence; undefined: the examples may be loaded. */
  explainWhyNotLoaded(people: RegisteredPeople): Promise<string | undefined>;
  willLoadFromScratch(people: RegisteredPeople): Promise<boolean>;
}

export function createExampleAccess(
  store: Pick<EventStore, 'head' | 'all'>,
  { demo, demoRequested, host, site }: ExampleSettings,
): ExampleAccess {
  let known: LogOrigin = 'empty';
  const origin = async () => (known = known === 'empty' ? await findLogOrigin(store) : known);
  const isLocal = isLoopback(host) && (site === undefined || isLoopback(new URL(site).hostname));
  const explainWhyNotLoaded: ExampleAccess['explainWhyNotLoaded'] = async (people) => {
    if ((await origin()) === 'other')
      return 'The examples are left out: this log was not begun by them, and they are never added to one that is in use.';
    if ((await people.countEver()) > 0)
      return demoRequested
        ? 'Nothing is added to the examples: a real person is registered here.'
        : `The examples are left out: a real person is registered here. ${ANYWAY}`;
    if (isLocal || demoRequested) return undefined;
    const address = isLoopback(host) ? site : host;
    return `The examples are left out: other machines can reach ${address}, and the people of the examples have no password. ${ANYWAY}`;
  };
  return {
    explainWhyNotLoaded,
    willLoadFromScratch: async (people) =>
      (await origin()) === 'empty' && (await explainWhyNotLoaded(people)) === undefined,
    async offersPasswordlessSignIn(people) {
      if (!demo || (await origin()) === 'other') return false;
      return demoRequested || (isLocal && (await people.countEver()) === 0);
    },
  };
}

const ANYWAY = 'Where their people are to sign in without a password all the same, set DAYBOOK_DEMO=1.';
